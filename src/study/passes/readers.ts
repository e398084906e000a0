/** Everybody who has read the talks of a record: the observers of the talks themselves, later passes, people. */

import { RULE_OBSERVER } from '../../negotiators/rule-observer.ts'
import type { Config, Fields } from '../../protocols/free-talk/index.ts'
import { OBSERVER } from '../../protocols/seats.ts'
import type { PassStarted } from '../../record/events.ts'
import { gameOfPass } from '../../record/passes/asked.ts'
import type { Label } from '../../record/passes/label.ts'
import { kindsOf, lastTurn, readingsOf } from '../../record/passes/readings.ts'
import type { KeptReading } from '../../record/read.ts'
import type { RecordReader } from '../../store/contract.ts'
import type { Said, TalkReader } from '../agreement/compare-readers.ts'
import { NO_AGREEMENT } from '../clones/taxonomy.ts'
import { readReading } from './stream.ts'
import type { FinishedTalk, TalkRecord } from './talks.ts'
import { isSame, specOf } from './task.ts'

/** One stream of a pass as it was replayed, for tables of readings and labels. */
export interface ReadTalk {
  readonly pass: PassStarted
  readonly talk: FinishedTalk
  readonly readings: readonly KeptReading[]
  readonly label?: Label
}

interface Group extends TalkReader {
  readonly task?: PassStarted
  readonly talks: Map<string, Said>
  readonly messages: Map<string, Map<number, Said>>
}

/** Reads all readings and labels of a record, pass by pass. Throws a UserError where a stream is not what it says. */
export async function readPasses(
  reader: RecordReader,
  record: Pick<TalkRecord, 'talks' | 'passes'>,
  file: string,
): Promise<ReadTalk[]> {
  const known = new Map(record.talks.map((talk) => [talk.assignment.id, talk]))
  const all: ReadTalk[] = []
  for (const { started: pass } of record.passes) {
    if (pass.what === 'probe') continue
    for (const id of pass.negotiations) {
      const talk = known.get(id)
      if (!talk) continue
      const by =
        pass.what === 'label'
          ? { kinds: kindsOf(talk.game), turn: lastTurn(talk.state) }
          : { game: gameOfPass(pass, talk) }
      const begun = await readReading(reader, pass.pass, id, by, file)
      if (!begun) continue
      const { state, label } = begun.replayed
      all.push({
        pass,
        talk,
        readings: state ? readingsOf(talk.game, state) : [],
        ...(label ? { label } : {}),
      })
    }
  }
  return all
}

/** The readers of a record, those of the talks first. Passes that go on with each other are one reader. */
export function readersOf(
  { talks, passes }: Pick<TalkRecord, 'talks' | 'passes'>,
  read: readonly ReadTalk[],
): TalkReader[] {
  const groups: Group[] = []
  for (const talk of talks) {
    const observer = talk.assignment.seats[OBSERVER]
    if (observer === undefined) continue
    const settings = talk.negotiators[observer]
    const name = marked(observer, 'in the talk', settings)
    let group = groups.find((one) => one.as === 'first' && one.name === name)
    if (!group) {
      group = empty(name, 'first', settings)
      groups.push(group)
    }
    const { id } = talk.assignment
    group.talks.set(id, endOf(talk))
    const first = [...talk.state.readings].filter(({ seat }) => seat === OBSERVER)
    group.messages.set(id, new Map(first.map((one) => [one.turn, saidOf(one, talk)])))
  }
  for (const { started } of passes) {
    if (started.what === 'probe') continue
    const own = read.filter(({ pass }) => pass.pass === started.pass)
    let group = groups.find(
      ({ task, talks }) =>
        task && isSame(task, started) && !own.some(({ talk }) => talks.has(talk.assignment.id)),
    )
    if (!group) {
      const as = started.what === 'label' ? 'person' : 'observer'
      const { reader, pass, settings } = started
      group = { ...empty(marked(reader, pass, settings), as, settings), task: started }
      groups.push(group)
    }
    for (const { talk, readings, label } of own) {
      const { id } = talk.assignment
      if (started.what === 'label') {
        if (label?.agreed !== undefined) group.talks.set(id, labelled(label))
        continue
      }
      const last = readings.find(({ turn }) => turn === lastTurn(talk.state))
      group.talks.set(id, last ? saidOf(last, talk) : {})
      if (started.turns === 'each')
        group.messages.set(id, new Map(readings.map((one) => [one.turn, saidOf(one, talk)])))
    }
  }
  return groups
}

/** Whoever reads by rules is named as what it is. */
const marked = (name: string, where: string, settings: unknown): string =>
  `${name} (${where}${byRules(settings) ? ', rule-based' : ''})`

const byRules = (settings: unknown): boolean => specOf(settings)?.script === RULE_OBSERVER

const empty = (name: string, as: TalkReader['as'], settings: unknown): Group => ({
  ...{ name, as },
  ...(byRules(settings) ? { ruleBased: true as const } : {}),
  talks: new Map(),
  messages: new Map(),
})

/** What the observer's readings made of the talk. */
function endOf({ end, state, game }: FinishedTalk): Said {
  if (end.kind === 'interrupted') return {}
  if (end.kind === 'settled')
    return { agreed: true, kind: end.type, ...confidenceOf(end.fields, game.config as Config) }
  const last = state.readings.at(-1)
  return { agreed: false, kind: NO_AGREEMENT, ...confidenceOf(last?.reading, game.config as Config) }
}

function saidOf({ reading, agreed, type }: KeptReading, { game }: FinishedTalk): Said {
  if (agreed === undefined) return {}
  return {
    agreed,
    ...(agreed ? (type === undefined ? {} : { kind: type }) : { kind: NO_AGREEMENT }),
    ...confidenceOf(reading, game.config as Config),
  }
}

/** The field "confidence", else the first that is a number, on a scale from 0 to 1. */
function confidenceOf(reading: Fields | undefined, { observer }: Config): Pick<Said, 'confidence'> {
  const fields = observer?.fields ?? {}
  const isNumber = (name: string): boolean => typeof fields[name] === 'object' && 'min' in fields[name]
  const name = isNumber('confidence') ? 'confidence' : Object.keys(fields).find(isNumber)
  if (name === undefined || typeof reading?.[name] !== 'number') return {}
  const { min, max } = fields[name] as { readonly min: number; readonly max: number }
  return max > min ? { confidence: (reading[name] - min) / (max - min) } : {}
}

const labelled = ({ agreed, kind }: Label): Said =>
  agreed === 'no'
    ? { agreed: false, kind: NO_AGREEMENT }
    : agreed === 'yes'
      ? { agreed: true, ...(kind === undefined ? {} : { kind }) }
      : {}
