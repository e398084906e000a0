/** What must hold between the parts of an observer, and between the limits of a message in free talk. */
import type { Problem } from '../core/problem.ts'
import { meant } from './nearest.ts'
import type { Source } from './source.ts'

type Given = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks the `observer` block of a pack; `given` is the data as read, whatever its shape. */
export function checkObserver(observer: unknown, source: Source, problems: Problem[]): void {
  const { closes, kind, none, fields } = isGiven(observer) ? observer : {}
  if (!isGiven(fields)) return
  const names = Object.keys(fields)
  const flags = names.filter((name) => fields[name] === 'boolean')
  const lists = names.filter((name) => Array.isArray(fields[name]))
  const tell = (key: string, told: Omit<Problem, 'file' | 'path'>): void => {
    problems.push(source.problem(['observer', key], told))
  }
  for (const name of lists) {
    const options = fields[name] as readonly unknown[]
    const twice = options.find((option, i) => options.indexOf(option) < i)
    if (twice === undefined) continue
    problems.push(
      source.problem(['observer', 'fields', name], {
        message: `The option "${twice}" stands twice.`,
        found: String(twice),
        mend: 'leave one of them out',
      }),
    )
  }
  if (typeof closes === 'string' && !flags.includes(closes)) {
    tell('closes', {
      message: 'The talk can only be closed by a field that is true or false.',
      found: closes,
      expected: 'the name of a field that is "boolean"',
      mend: meant(closes, flags),
    })
  }
  if (closes === undefined && flags.length === 0) {
    problems.push(
      source.problem(
        ['observer', 'fields'],
        {
          message: 'No field can close the talk: none is true or false.',
          found: names.join(', ') || 'no fields',
          expected: 'a field that is "boolean"',
          mend: 'add a field such as agreement_reached: boolean',
        },
        'key',
      ),
    )
  }
  if (typeof kind === 'string' && !lists.includes(kind)) {
    tell('kind', {
      message: 'The kind of an agreement must be one of a list.',
      found: kind,
      expected: 'the name of a field that is a list of options',
      mend: meant(kind, lists),
    })
    return
  }
  if (typeof none !== 'string') return
  const told = typeof kind === 'string' ? kind : lists[0]
  const options = told === undefined ? [] : (fields[told] as readonly unknown[]).map(String)
  if (options.includes(none)) return
  tell('none', {
    message: told === undefined ? 'There is no kind that could be none.' : `"${told}" has no such option.`,
    found: none,
    expected: options.length === 0 ? 'a field that is a list of options' : `one of ${options.join(', ')}`,
    mend: meant(none, options),
  })
}

/** Checks the limits of a message in the `protocol` block of a free talk against each other. */
export function checkTalkLimits(block: Given, source: Source, problems: Problem[]): void {
  const { words, sentences } = isGiven(block.message) ? block.message : {}
  const { min, max } = isGiven(sentences) ? sentences : {}
  if (typeof min !== 'number') return
  if (typeof max === 'number' && min > max) {
    problems.push(
      source.problem(['protocol', 'message', 'sentences', 'min'], {
        message: 'A message cannot have at least more sentences than at most.',
        found: String(min),
        expected: `at most ${max}`,
      }),
    )
  }
  if (typeof words === 'number' && min > words) {
    problems.push(
      source.problem(['protocol', 'message', 'words'], {
        message: `A message of ${min} sentences has at least as many words.`,
        found: String(words),
        expected: `at least ${min}`,
      }),
    )
  }
}
