/**
 * A study is registered before it runs: its first event holds everything that its negotiations are played and
 * scored by. A later run must find the same on disk, else its results would be of another study.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Problem, UserError } from '../core/problem.ts'
import { type AssignmentRecord, FORMAT, type StudyCreated } from '../record/events.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import type { Study } from './load.ts'
import { hasModels } from './models.ts'

/** The versions that a record names; they are noted and not compared. */
export interface Versions {
  readonly parley: string
  readonly node: string
}

/** The first event of a study's own stream. */
export function registration(study: Study, versions: Versions): StudyCreated {
  const { protocol } = study.game(study.opener[0]!)
  return {
    type: 'study.created',
    format: FORMAT,
    study: study.id,
    title: study.title,
    seed: study.seed,
    scenario: scenarioHash(study.scenario),
    pack: study.scenario.files,
    negotiators: study.negotiators,
    ...(hasModels(study) ? { calls: { ...study.calls } } : {}),
    assignments: study.assignments,
    protocol: protocol.name,
    version: protocol.version,
    ...versions,
  }
}

const MEND =
  'Undo the change to go on, or copy the study into a new folder, without its record, and give it an id of its own.'

/**
 * Throws a UserError that names everything in which the study on disk differs from the one that was registered
 * in its record: texts of the scenario, negotiators, design, rules.
 */
export function mustMatch(study: Study, registered: StudyCreated, versions: Versions): void {
  const now = registration(study, versions)
  const problems: Problem[] = []
  const differs = (what: string, before: unknown, after: unknown, file = study.file): void => {
    if (isDeepStrictEqual(plain(before), plain(after))) return
    const message = `${what} ${change(before, after)} since the study was registered.`
    problems.push({ file, message, ...told('expected', before), ...told('found', after), mend: MEND })
  }
  differs('Its id', registered.study, now.study)
  differs('Its title', registered.title, now.title)
  differs('Its seed', registered.seed, now.seed)
  for (const name of names(registered.pack, now.pack)) {
    if (registered.pack[name] === now.pack[name]) continue
    const file = study.place(name)
    const message = `The scenario's file ${name} ${change(registered.pack[name], now.pack[name])} since the study was registered.`
    problems.push({ file, message, ...firstLine(registered.pack[name], now.pack[name]), mend: MEND })
  }
  for (const name of names(registered.negotiators, now.negotiators)) {
    differs(`Negotiator ${name}`, played(registered.negotiators[name]), played(now.negotiators[name]))
  }
  differs('The way in which models are called', registered.calls, now.calls)
  const before = summary(registered.assignments)
  const after = summary(now.assignments)
  for (const name of names(before.pairings, after.pairings)) {
    differs(`Pairing ${name}`, before.pairings[name], after.pairings[name])
  }
  differs('The list of openers', before.openers, after.openers)
  differs('The number of repetitions', before.repetitions, after.repetitions)
  differs('The protocol', registered.protocol, now.protocol)
  if (problems.length === 0) {
    differs('The order of the assignments', ids(registered.assignments), ids(now.assignments))
    differs("The version of the protocol's rules", registered.version, now.version)
  }
  if (problems.length > 0) throw new UserError(problems)
}

const change = (before: unknown, after: unknown): string =>
  before === undefined ? 'was added' : after === undefined ? 'was taken away' : 'has changed'

/** What of a negotiator's settings shows in its play: not what it costs, nor where its key is found. */
function played(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return spec
  const { price: _, key_env: __, ...rest } = spec as Record<string, unknown>
  return rest
}

/** As it stands in the record: without what JSON leaves out. */
const plain = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

const told = (field: 'found' | 'expected', value: unknown): Partial<Problem> =>
  value === undefined ? {} : { [field]: typeof value === 'string' ? value : JSON.stringify(value) }

const names = (a: object, b: object): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])]

const ids = (list: readonly AssignmentRecord[]): string[] => list.map((assignment) => assignment.id)

function summary(list: readonly AssignmentRecord[]) {
  return {
    pairings: Object.fromEntries(list.map(({ pairing, seats }) => [pairing, seats])),
    openers: [...new Set(list.map(({ opener }) => opener))].toSorted(),
    repetitions: list.reduce((most, { block }) => Math.max(most, block), 0),
  }
}

/** The first line in which two texts differ. */
function firstLine(before: string | undefined, after: string | undefined): Partial<Problem> {
  if (before === undefined || after === undefined) return {}
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const at = fresh.findIndex((line, i) => line !== old[i])
  const line = at < 0 ? fresh.length : at
  return { line: line + 1, found: fresh[line] ?? '(the end)', expected: old[line] ?? '(the end)' }
}
