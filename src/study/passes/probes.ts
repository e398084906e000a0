/** What the recognition probe found: the answers, and which of them name the twin or a source, by model and clone. */
import { isObserver } from '../../protocols/seats.ts'
import type { PassStarted } from '../../record/events.ts'
import { askedIn, gameOfPass } from '../../record/passes/asked.ts'
import { answersOf, named, type ProbeAnswer, termsOf } from '../../record/passes/probe.ts'
import type { RecordReader } from '../../store/contract.ts'
import type { ReportTable } from '../report.ts'
import { NONE } from '../report-spread.ts'
import { cloneOf, modelName } from './models-of.ts'
import { readReading } from './stream.ts'
import type { FinishedTalk, TalkRecord } from './talks.ts'

/** One answer, coded. */
export interface Recognition extends ProbeAnswer {
  readonly pass: string
  readonly negotiation: string
  readonly clone: string
  readonly negotiator: string
  readonly model: string
  /** Terms of the twin, of the pack's sources and of the person who asks, that stand in the answer. */
  readonly twin: readonly string[]
  readonly sources: readonly string[]
  readonly further: readonly string[]
}

/** Reads all answers of all probes. `terms`: words beside those of the packs. */
export async function readProbes(
  reader: RecordReader,
  { passes, talks }: Pick<TalkRecord, 'talks' | 'passes'>,
  file: string,
  terms: readonly string[] = [],
): Promise<Recognition[]> {
  const known = new Map(talks.map((talk) => [talk.assignment.id, talk]))
  const all: Recognition[] = []
  for (const { started } of passes) {
    if (started.what !== 'probe') continue
    for (const id of started.negotiations) {
      const talk = known.get(id)
      if (!talk) continue
      const begun = await readReading(reader, started.pass, id, { game: gameOfPass(started, talk) }, file)
      if (begun?.replayed.state)
        all.push(...recognitionsOf(started, talk, answersOf(begun.replayed.state), terms))
    }
  }
  return all
}

/** The answers of a talk's probe, coded. `terms`: words beside those of the pack. */
export function recognitionsOf(
  started: PassStarted,
  talk: FinishedTalk,
  answers: readonly ProbeAnswer[],
  terms: readonly string[] = [],
): Recognition[] {
  const asked = askedIn(started, talk)
  const { twin, sources } = termsOf(talk.game.scenario)
  return answers.map((answer): Recognition => {
    const { name, settings } = asked[answer.seat]!
    const text = answer.as ?? ''
    return {
      ...answer,
      ...{ pass: started.pass, negotiation: talk.assignment.id, clone: cloneOf(talk) },
      ...{ negotiator: name, model: modelName(name, settings) },
      ...{ twin: named(text, twin), sources: named(text, sources), further: named(text, terms) },
    }
  })
}

/** Whether anybody who talked could be asked. */
export const canBeAsked = (talk: FinishedTalk): boolean =>
  Object.entries(talk.assignment.seats).some(
    ([seat, name]) => !isObserver(seat) && modelName(name, talk.negotiators[name]) !== name,
  )

/** Models by their names, clones in the study's order: a cell's number says where it is in the design. */
const inOrder = (all: readonly Recognition[]): Recognition[] => {
  const cell = ({ negotiation }: Recognition): number => Number(/-a(\d+)$/.exec(negotiation)?.[1] ?? 0)
  const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return all.toSorted((a, b) => byName(a.model, b.model) || cell(a) - cell(b))
}

/** The answers by model and clone, then each different answer as it was given. */
export function probeTables(given: readonly Recognition[]): ReportTable[] {
  if (given.length === 0) return []
  const all = inOrder(given)
  const groups = [...Map.groupBy(all, ({ model, clone }) => JSON.stringify([model, clone])).values()]
  const count = (own: readonly Recognition[], is: (one: Recognition) => boolean): string =>
    String(own.filter(is).length)
  const further = all.some((one) => one.further.length > 0)
  return [
    {
      title: 'Recognition',
      caption:
        'Answers to the question whether the situation was known, asked after the talk and outside it: yes, no, unsure, none that could be used; twin, source: answers that name the scenario to read beside this one, or somebody whom the pack cites, by mechanical match of words.',
      head: [
        'model',
        'clone',
        'answers',
        'yes',
        'no',
        'unsure',
        'none',
        'twin',
        'source',
        ...(further ? ['further'] : []),
      ],
      rows: groups.map((own, i) => [
        own[0]!.model === groups[i - 1]?.[0]?.model ? '' : own[0]!.model,
        own[0]!.clone,
        String(own.length),
        count(own, ({ known }) => known === 'yes'),
        count(own, ({ known }) => known === 'no'),
        count(own, ({ known }) => known === 'unsure'),
        count(own, ({ known }) => known === undefined),
        count(own, ({ twin }) => twin.length > 0),
        count(own, ({ sources }) => sources.length > 0),
        ...(further ? [count(own, (one) => one.further.length > 0)] : []),
      ]),
      align: `ll${'r'.repeat(further ? 8 : 7)}`,
    },
    ...wordsTable(all),
  ]
}

/** What was said, word for word; the same words once. Nothing where nobody gave a name. */
function wordsTable(all: readonly Recognition[]): ReportTable[] {
  if (all.every(({ as = '' }) => as.trim() === '')) return []
  const told = all.filter(({ as }) => as !== undefined && as.trim() !== '')
  const groups = [
    ...Map.groupBy(told, ({ model, clone, known, as }) => JSON.stringify([model, clone, known, as])).values(),
  ]
  const table: ReportTable = {
    title: 'Recognition, word for word',
    caption: 'What those who gave a name for the situation said it is, and how often.',
    head: ['model', 'clone', 'known', 'as', 'times', 'names'],
    rows: groups.map((own) => {
      const [{ model, clone, known, as, twin, sources, further }] = own as [Recognition, ...Recognition[]]
      const names = [...twin, ...sources, ...further].join(', ')
      return [model, clone, known ?? NONE, as ?? '', String(own.length), names || NONE]
    }),
    align: 'llllrl',
  }
  return [table]
}
