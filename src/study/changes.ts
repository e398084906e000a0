/** In what a study on disk differs from what is in force in its record, each change by name. */
import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../core/problem.ts'
import type { AmendedRecord, AssignmentRecord, PackRecord, StudyCreated } from '../record/events.ts'
import { promptsHash } from '../record/registration.ts'
import { rulesDigest } from '../record/rules-digest.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import type { Study } from './load.ts'

export interface Change extends AmendedRecord {
  /**
   * `design`: another study. `play`: what negotiations are played by. `words`: what is said of them and how they are
   * called; it shows in no move.
   */
  readonly kind: 'design' | 'play' | 'words'
  /** `has changed`, `was added`, `was taken away`. */
  readonly how: string
  readonly file: string
  readonly line?: number
}

/** Every change. `now` is the study on disk as a record would begin with it. */
export function changesOf(study: Study, plan: StudyPlan, now: StudyCreated): Change[] {
  const { created, now: terms } = plan
  const changes: Change[] = []
  const differs = (kind: Change['kind'], what: string, before: unknown, after: unknown): void => {
    if (isDeepStrictEqual(plain(before), plain(after))) return
    changes.push({ kind, what, how: how(before, after), file: study.file, ...told(before, after) })
  }
  differs('design', 'Its id', created.study, now.study)
  differs('words', 'Its title', terms.title, now.title)
  differs('design', 'Its seed', created.seed, now.seed)
  changes.push(...textChanges(study, terms.own, now, undefined))
  for (const name of names(terms.variants, now.variants ?? {})) {
    const [before, after] = [terms.variants[name], now.variants?.[name]]
    // A variant that came or went is a change of the design, which is told below.
    if (before && after) changes.push(...textChanges(study, before, after, name))
  }
  if (changes.every(({ kind }) => kind !== 'play') && terms.prompts !== undefined) {
    const hash = promptsHash(
      study.variants.map(({ scenario }) => scenario),
      nodeSha256,
    )
    differs('play', 'The set of templates that come with Parley', terms.prompts, hash)
  }
  for (const name of names(terms.negotiators, now.negotiators)) {
    differs('play', `Negotiator ${name}`, played(terms.negotiators[name]), played(now.negotiators[name]))
  }
  differs('design', 'The audit of closed talks', terms.audit, now.audit)
  differs('words', 'The way in which models are called', terms.calls, now.calls)
  differs('words', 'The planned analysis', terms.analysis, now.analysis)
  changes.push(...designChanges(study, created, now))
  if (terms.rules !== undefined) {
    differs(
      'play',
      'The digest of the rules of this version of Parley',
      terms.rules.digest,
      digest(now.protocol),
    )
  }
  return changes
}

function designChanges({ file }: Study, created: StudyCreated, now: StudyCreated): Change[] {
  const changes: Change[] = []
  const differs = (what: string, before: unknown, after: unknown): void => {
    if (isDeepStrictEqual(plain(before), plain(after))) return
    changes.push({ kind: 'design', what, how: how(before, after), file, ...told(before, after) })
  }
  const before = summary(created.assignments)
  const after = summary(now.assignments)
  for (const name of names(before.pairings, after.pairings)) {
    differs(`Pairing ${name}`, before.pairings[name], after.pairings[name])
  }
  differs('The list of openers', before.openers, after.openers)
  const factors = created.design?.factors ?? {}
  for (const name of created.design ? names(factors, now.design!.factors) : []) {
    if (name !== 'opener') differs(`Factor ${name}`, factors[name], now.design!.factors[name])
  }
  const both = created.design ?? { blocks: before.blocks, repetitions: before.blocks }
  differs('The number of repetitions', both.repetitions, now.design!.repetitions)
  // Blocks follow the repetitions unless they are given.
  if (both.repetitions === now.design!.repetitions)
    differs('The number of blocks', both.blocks, now.design!.blocks)
  differs('The protocol', created.protocol, now.protocol)
  if (changes.length === 0) {
    differs('The order of the assignments', ids(created.assignments), ids(now.assignments))
    differs("The version of the protocol's rules", created.version, now.version)
  }
  return changes
}

/** The change for a person who has to undo it or note it. */
export function problemOf(change: Change, since: string, mend: string): Problem {
  const { file, line, what, how, before, after } = change
  return {
    file,
    ...(line === undefined ? {} : { line }),
    message: `${what} ${how} since the study ${since}.`,
    ...(after === undefined ? {} : { found: after }),
    ...(before === undefined ? {} : { expected: before }),
    mend,
  }
}

function textChanges(
  study: Study,
  before: PackRecord,
  after: PackRecord,
  variant: string | undefined,
): Change[] {
  const { place } = study.variant(variant === undefined ? {} : { variant })
  return names(before.pack, after.pack).flatMap((name): Change[] => {
    const [old, fresh] = [before.pack[name], after.pack[name]]
    if (old === fresh) return []
    const which = variant === undefined ? '' : ` (${variant})`
    const what = `The scenario's file ${name}${which}`
    return [{ kind: 'play', what, how: how(old, fresh), file: place(name), ...firstLine(old, fresh) }]
  })
}

const known = new Map<string, string>()

/** The digest of a protocol's rules in this version; worked out once. */
export function digest(protocol: string): string {
  const made = known.get(protocol) ?? rulesDigest(nodeSha256, protocol)
  known.set(protocol, made)
  return made
}

const how = (before: unknown, after: unknown): string =>
  before === undefined ? 'was added' : after === undefined ? 'was taken away' : 'has changed'

/** What of a negotiator's settings shows in its play: not what it costs, nor where its key is found. */
function played(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return spec
  const { price: _, key_env: __, ...rest } = spec as Record<string, unknown>
  return rest
}

/** As it stands in the record: without what JSON leaves out. */
const plain = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

const told = (before: unknown, after: unknown): Pick<Change, 'before' | 'after'> => ({
  ...(before === undefined ? {} : { before: textOf(before) }),
  ...(after === undefined ? {} : { after: textOf(after) }),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const names = (a: object, b: object): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])]

const ids = (list: readonly AssignmentRecord[]): string[] => list.map((assignment) => assignment.id)

/** What the assignments say of a design: records that began as early drafts of the format say it nowhere else. */
function summary(list: readonly AssignmentRecord[]) {
  // By the cell in which each pairing sits as the study writes it.
  const first = list.toSorted((a, b) => cell(b) - cell(a))
  return {
    pairings: Object.fromEntries(first.map(({ pairing, seats }) => [pairing, seats])),
    openers: [...new Set(list.map(({ opener }) => opener))].toSorted(),
    blocks: list.reduce((most, { block }) => Math.max(most, block), 0),
  }
}

const cell = ({ id }: AssignmentRecord): number => Number(/-a(\d+)$/.exec(id)?.[1] ?? 0)

/** The first line in which two texts differ. */
function firstLine(
  before: string | undefined,
  after: string | undefined,
): Pick<Change, 'line' | 'before' | 'after'> {
  if (before === undefined || after === undefined) return {}
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const at = fresh.findIndex((line, i) => line !== old[i])
  const line = at < 0 ? fresh.length : at
  return { line: line + 1, before: old[line] ?? '(the end)', after: fresh[line] ?? '(the end)' }
}
