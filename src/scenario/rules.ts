/** What must hold between the parts of a pack: names that are unique and safe, parties that fit the protocol. */
import type { Problem } from '../core/problem.ts'
import type { SETTINGS } from '../protocols/index.ts'
import type { Slots } from './issues.ts'
import { meant } from './nearest.ts'
import type { Source } from './source.ts'
import { checkObserver, checkTalkLimits } from './talk-rules.ts'
import { checkVotesRules } from './votes-rules.ts'

interface Known {
  readonly slots: Slots
  readonly partyIds: readonly string[]
}

/** How many parties and which issues each protocol is for. */
const NEEDS = {
  'alternating-offers': { parties: [2, 2], issues: 'any' },
  'package-votes': { parties: [2, 100], issues: 'choice' },
  'free-talk': { parties: [2, 2], issues: 'none needed' },
} as const satisfies Record<keyof typeof SETTINGS, unknown>

/** Checks a pack's parts against each other; `given` is the data as read, whatever its shape. */
export function checkRules(
  given: Readonly<Record<string, unknown>>,
  known: Known,
  source: Source,
  problems: Problem[],
): void {
  const block = given.protocol as { type?: unknown; opener?: unknown } | null | undefined
  const type = typeof block?.type === 'string' && Object.hasOwn(NEEDS, block.type) ? block.type : undefined
  if (
    typeof block?.opener === 'string' &&
    known.partyIds.length > 0 &&
    !known.partyIds.includes(block.opener)
  ) {
    problems.push(
      source.problem(['protocol', 'opener'], {
        message: `No party is called "${block.opener}", so it cannot open.`,
        found: block.opener,
        mend: meant(block.opener, known.partyIds),
      }),
    )
  }
  checkObserver(given.observer, source, problems)
  if (type === undefined) return
  const needs = NEEDS[type as keyof typeof NEEDS]
  const count = Array.isArray(given.parties) ? given.parties.length : 0
  const [least, most] = needs.parties
  if (count >= 2 && (count < least || count > most)) {
    problems.push(
      source.problem(
        ['parties'],
        {
          message: `The protocol "${type}" is for ${least === most ? least : `${least} to ${most}`} parties.`,
          found: `${count} parties`,
          expected: `${least}${least === most ? '' : ` to ${most}`} parties`,
          mend: 'change the parties or the protocol',
        },
        'key',
      ),
    )
  }
  if (needs.issues !== 'none needed' && known.slots.complete && known.slots.list.length === 0) {
    const told = {
      message: `The protocol "${type}" needs at least one issue.`,
      found: 'no issues',
      mend: 'add "issues"',
    }
    problems.push(source.problem(Object.hasOwn(given, 'issues') ? ['issues'] : ['protocol'], told, 'key'))
  }
  if (type === 'free-talk') checkTalkLimits(block as Readonly<Record<string, unknown>>, source, problems)
  if (type === 'package-votes') {
    const list = Array.isArray(given.parties) ? given.parties : []
    const scored = list.some((party) => (party as { points?: unknown } | null)?.points !== undefined)
    checkVotesRules(block as Readonly<Record<string, unknown>>, { ...known, scored }, source, problems)
  }
  if (needs.issues === 'choice') {
    known.slots.list.forEach((slot, i) => {
      if (slot.issue?.type !== 'number') return
      const message = `The protocol "${type}" is for issues with options; "${slot.id}" is a number.`
      problems.push(source.problem(['issues', i, 'type'], { message, found: 'number', expected: 'choice' }))
    })
  }
}
