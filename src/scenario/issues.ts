/** Issues from their description: numbers by their source text, in whole units of the issue's decimals. */
import type { ChoiceIssue, Issue, NumberIssue } from '../core/issue.ts'
import type { Problem } from '../core/problem.ts'
import { exactText, fixed, parseRational, parts, rational } from '../core/rational.ts'
import { type IssueInput, issue as issueSchema } from './schema.ts'
import type { Path, Source } from './source.ts'

/** An issue of the pack; `issue` is absent where it could not be read, so that its name is still known. */
export interface Slot {
  readonly id: string
  readonly issue?: Issue
}

export interface Slots {
  readonly list: readonly Slot[]
  /** Whether every issue has a name of its own; else a name that seems unknown may be meant for one of them. */
  readonly complete: boolean
}

/** Reads the list of issues, each for itself: what is wrong with one leaves the others. */
export function readSlots(given: unknown, source: Source, problems: Problem[]): Slots {
  const slots: Slot[] = []
  for (const [i, item] of (Array.isArray(given) ? given : []).entries()) {
    const path: Path = ['issues', i]
    const { id } = (item ?? {}) as { id?: unknown }
    if (typeof id !== 'string') continue
    if (slots.some((slot) => slot.id === id)) {
      problems.push(source.problem([...path, 'id'], { message: `Two issues are called "${id}".`, found: id }))
      continue
    }
    if (id !== id.trim() || id === '__proto__' || id.includes('[') || id.includes(']')) {
      const expected = 'text without space around it and without brackets'
      problems.push(
        source.problem([...path, 'id'], { message: 'This cannot be an id.', found: id, expected }),
      )
    }
    // The shape's problems have been told by the schema of the whole file.
    const input = issueSchema.safeParse(item).data
    const issue = input && readIssue(input, source, path, problems)
    slots.push(issue ? { id, issue } : { id })
  }
  const complete = given === undefined || (Array.isArray(given) && slots.length === given.length)
  return { list: slots, complete }
}

/** Reads one issue at a path; undefined where it cannot be, with the reasons pushed to `problems`. */
function readIssue(input: IssueInput, source: Source, path: Path, problems: Problem[]): Issue | undefined {
  const before = problems.length
  const words = {
    ...(input.describe === undefined ? {} : { describe: input.describe }),
    ...(input.note === undefined ? {} : { note: input.note }),
  }
  const made =
    input.type === 'choice'
      ? readChoice(input, source, path, problems)
      : readNumber(input, source, path, problems)
  return problems.length > before || !made ? undefined : { ...made, ...words }
}

function readChoice(
  input: IssueInput & { type: 'choice' },
  source: Source,
  path: Path,
  problems: Problem[],
): ChoiceIssue {
  const options: string[] = []
  input.options.forEach((option, i) => {
    const at = [...path, 'options', i]
    const text = source.text(at) ?? String(option)
    if (/[\p{Cc}]/u.test(text) || text.trim() === '' || text !== text.trim()) {
      const expected = 'one line of text, without space around it'
      problems.push(
        source.problem(at, { message: 'This cannot be an option.', found: JSON.stringify(text), expected }),
      )
    }
    if (options.includes(text)) {
      problems.push(source.problem(at, { message: `The option "${text}" stands twice.`, found: text }))
    }
    options.push(text)
  })
  return { type: 'choice', id: input.id, options }
}

function readNumber(
  input: IssueInput & { type: 'number' },
  source: Source,
  path: Path,
  problems: Problem[],
): NumberIssue | undefined {
  const { decimals } = input
  const min = readUnits(source, [...path, 'min'], decimals, problems)
  const max = readUnits(source, [...path, 'max'], decimals, problems)
  const step = input.step === undefined ? 1 : readUnits(source, [...path, 'step'], decimals, problems)
  if (min === undefined || max === undefined) return undefined
  if (min > max) {
    problems.push(
      source.problem([...path, 'min'], {
        message: 'The range is reversed: min is larger than max.',
        found: `${fixed(min, decimals)} to ${fixed(max, decimals)}`,
        mend: 'exchange min and max',
      }),
    )
    return undefined
  }
  if (step === undefined) return undefined
  const at = [...path, 'step']
  if (step <= 0) {
    const told = { message: 'A step must be larger than 0.', found: fixed(step, decimals) }
    problems.push(source.problem(at, told))
  } else if ((max - min) % step !== 0) {
    const last = max - ((max - min) % step)
    problems.push(
      source.problem(at, {
        message: 'Steps from min do not arrive at max.',
        found: `step ${fixed(step, decimals)}, so the last value is ${fixed(last, decimals)}`,
        expected: `a step that divides ${fixed(max - min, decimals)}`,
        mend: `change the step, or set max to ${fixed(last, decimals)}`,
      }),
    )
  }
  return { type: 'number', id: input.id, min, max, step, decimals }
}

/** A number in whole units of 10^-decimals, exactly; a problem where it is finer or too large for that. */
function readUnits(source: Source, path: Path, decimals: number, problems: Problem[]): number | undefined {
  const text = source.text(path) ?? ''
  const value = parseRational(text)
  // A number that is written oddly has been told already.
  if (!value) return undefined
  const [numerator, denominator] = parts(value.mul(rational(10n ** BigInt(decimals))))
  if (denominator !== 1n) {
    problems.push(
      source.problem(path, {
        message: 'This number is finer than the decimals of its issue.',
        found: text,
        expected:
          decimals === 0
            ? 'a whole number (decimals: 0)'
            : `at most ${decimals} decimal place${decimals === 1 ? '' : 's'}`,
        mend: `raise decimals to ${decimalsOf(exactText(value))}, or round the number`,
      }),
    )
    return undefined
  }
  if (numerator > BigInt(Number.MAX_SAFE_INTEGER) || numerator < -BigInt(Number.MAX_SAFE_INTEGER)) {
    problems.push(
      source.problem(path, {
        message: 'This number is too large to be counted exactly in steps of its decimals.',
        found: text,
        expected: `at most ${fixed(Number.MAX_SAFE_INTEGER, decimals)}`,
        mend: 'use a larger unit, or fewer decimals',
      }),
    )
    return undefined
  }
  return Number(numerator)
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
