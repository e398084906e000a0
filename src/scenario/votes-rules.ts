/** What must hold between a pack's `protocol` block for package votes and its parties, issues and points. */
import type { Problem } from '../core/problem.ts'
import type { Slots } from './issues.ts'
import { meant } from './nearest.ts'
import type { Source } from './source.ts'

interface Known {
  readonly slots: Slots
  readonly partyIds: readonly string[]
  /** Whether any party has points. */
  readonly scored: boolean
}

/** Checks the settings that name parties, issues or points; `block` is the data as read, whatever its shape. */
export function checkVotesRules(
  block: Readonly<Record<string, unknown>>,
  known: Known,
  source: Source,
  problems: Problem[],
): void {
  const { partyIds, scored } = known
  const tell = (path: readonly (string | number)[], told: Omit<Problem, 'file'>, at?: 'key'): void => {
    problems.push(source.problem(['protocol', ...path], told, at))
  }
  const party = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value !== 'string' || partyIds.length === 0 || partyIds.includes(value)) return
    tell(path, { message: `No party is called "${value}".`, found: value, mend: meant(value, partyIds) })
  }
  party(block.opening_party, ['opening_party'])
  party(block.final_proposer, ['final_proposer'])
  const bonus = block.unanimity_bonus as { to?: unknown } | null | undefined
  if (Array.isArray(bonus?.to)) bonus.to.forEach((one, i) => void party(one, ['unanimity_bonus', 'to', i]))
  checkOpening(openingPackage(block, source), known.slots, tell)

  if (block.opening_party !== undefined && block.opening_package === undefined) {
    const mend = 'add "opening_package", or leave "opening_party" out'
    tell(['opening_party'], { message: 'There is no opening package that could be anybody’s.', mend }, 'key')
  }
  if (block.accept === 'all-but-one' && partyIds.length === 2) {
    const message = 'Between two parties all but one would be one, and nobody agrees alone.'
    tell(['accept'], { message, found: 'all-but-one', expected: 'all', mend: 'add a party or use all' })
  }
  if (bonus && block.settle === 'at-once') {
    const message = 'With a unanimity bonus a deal cannot be settled at the first vote that suffices.'
    tell(['settle'], { message, found: 'at-once', expected: 'round-end or last-round' })
  }
  for (const [name, needs] of [
    ['agreement', block.agreement === 'sheets'],
    ['unanimity_bonus', bonus !== undefined && bonus !== null],
  ] as const) {
    if (!needs || scored || partyIds.length === 0) continue
    tell(
      [name],
      { message: 'This needs parties with points, and here none has any.', mend: 'add "points"' },
      'key',
    )
  }
}

/** The opening package with its options as they were written, as issues hold them; undefined where it is none. */
export function openingPackage(
  block: Readonly<Record<string, unknown>>,
  source: Source,
): Record<string, string> | undefined {
  const { opening_package: given } = block
  if (typeof given !== 'object' || given === null) return undefined
  return Object.fromEntries(
    Object.entries(given).map(([id, value]) => [
      id,
      source.text(['protocol', 'opening_package', id]) ?? String(value),
    ]),
  )
}

function checkOpening(
  given: Readonly<Record<string, string>> | undefined,
  slots: Slots,
  tell: (path: readonly string[], told: Omit<Problem, 'file'>, at?: 'key') => void,
): void {
  if (!given || !slots.complete) return
  const ids = slots.list.map(({ id }) => id)
  for (const [id, value] of Object.entries(given)) {
    const slot = slots.list.find((one) => one.id === id)
    if (!slot) {
      const mend = meant(id, ids)
      tell(['opening_package', id], { message: `No issue is called "${id}".`, found: id, mend }, 'key')
    } else if (slot.issue?.type === 'choice' && !slot.issue.options.includes(value)) {
      tell(['opening_package', id], {
        message: `"${id}" has no such option.`,
        found: value,
        expected: `one of ${slot.issue.options.join(', ')}`,
        mend: meant(String(value), slot.issue.options),
      })
    }
  }
  const missing = ids.filter((id) => !Object.hasOwn(given, id))
  if (missing.length === 0) return
  const message = `The opening package says nothing of ${missing.join(' and ')}.`
  tell(['opening_package'], { message, expected: 'an option for every issue' }, 'key')
}
