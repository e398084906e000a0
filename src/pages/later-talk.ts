/** What others read in one talk after it had ended, and what those who talked say that they knew of its story. */
import { OBSERVER } from '../protocols/seats.ts'
import type { Label } from '../record/passes/label.ts'
import { lastTurn } from '../record/passes/readings.ts'
import type { KeptReading } from '../record/read.ts'
import type { Recognition } from '../study/passes/probes.ts'
import type { ReadTalk } from '../study/passes/readers.ts'
import type { FinishedTalk } from '../study/passes/talks.ts'
import { given } from './figure.ts'
import { kindName } from './kinds.ts'
import type { AskedBy } from './later-calls.ts'
import { fieldsOf } from './turns.ts'
import type { LaterData, LaterReader, NegotiationPage, ReadingData } from './types.ts'
import { negotiatorWords, reasonText } from './words.ts'

/** Whoever reads by rules. */
const NOT_ASKED = { calls: [], faults: [] }

/** Undefined where nobody has read it again, or asked about it. */
export function laterOfTalk(
  talk: FinishedTalk,
  read: readonly ReadTalk[],
  probes: readonly Recognition[],
  askedBy: AskedBy,
): LaterData | undefined {
  if (read.length === 0 && probes.length === 0) return undefined
  const first = firstReader(talk)
  return {
    readers: read.length === 0 ? [] : [...(first ? [first] : []), ...read.map((one) => laterReader(one))],
    readings: read.flatMap(({ pass, readings }) =>
      readings.map((reading) => ({ turn: reading.turn, reading: readingData(reading, pass, talk, askedBy) })),
    ),
    answers: probes.map(({ pass, seat, turn, negotiator, model, known, as, missing, ...found }) =>
      given({
        ...{ pass, seat, negotiator, model },
        known: known ?? `no answer (${reasonText(missing ?? 'absent')})`,
        as: as === undefined || as.trim() === '' ? undefined : as,
        names: [...found.twin, ...found.sources, ...found.further],
        ...(askedBy(pass, seat, turn) ?? NOT_ASKED),
      }),
    ),
  }
}

/** The page with later readings after the messages that they are about, beside the first ones. */
export const withLater = (page: NegotiationPage, later: LaterData | undefined): NegotiationPage =>
  later === undefined
    ? page
    : {
        ...page,
        later,
        turns: page.turns.map((turn) => ({
          ...turn,
          readings: [
            ...turn.readings,
            ...later.readings.flatMap(({ turn: of, reading }) => (of === turn.turn ? [reading] : [])),
          ],
        })),
      }

/** Which model or script; its settings stand in the study. */
const inShort = (spec: unknown): string => negotiatorWords(spec).text.split(', ')[0]!

function firstReader({ assignment, end, state, game, negotiators }: FinishedTalk): LaterReader | undefined {
  const name = assignment.seats[OBSERVER]
  if (name === undefined) return undefined
  const text = inShort(negotiators[name])
  const turn = lastTurn(state)
  const said =
    end.kind === 'settled'
      ? `agreed: ${kindName(game.scenario, end.type)}`
      : end.kind === 'interrupted'
        ? 'unknown'
        : 'not agreed'
  return given({ name, text, as: 'first' as const, turn, said })
}

function laterReader({ pass, talk, readings, label }: ReadTalk): LaterReader {
  const head = { name: pass.reader, pass: pass.pass }
  if (pass.what === 'label') {
    const said = label ? labelWords(label, talk) : 'not labelled'
    return given({ ...head, text: 'a person', as: 'person' as const, said, note: label?.note })
  }
  const turn = lastTurn(talk.state)
  const last = readings.find((one) => one.turn === turn)
  const text = inShort(pass.settings)
  return given({
    ...head,
    ...{ text: pass.templates ? `${text}; with a wording of its own` : text, as: 'observer' as const },
    ...{ turn, said: last ? saidWords(last, talk) : 'no reading' },
  })
}

function saidWords({ agreed, type, missing }: KeptReading, { game }: FinishedTalk): string {
  if (agreed === undefined) return `no reading (${reasonText(missing ?? 'absent')})`
  if (!agreed) return 'not agreed'
  return type === undefined ? 'agreed' : `agreed: ${kindName(game.scenario, type)}`
}

function labelWords({ agreed, kind }: Label, { game }: FinishedTalk): string {
  if (agreed === undefined) return 'skipped'
  if (agreed === 'no') return 'not agreed'
  if (agreed === 'unsure') return 'unsure'
  return kind === undefined
    ? 'agreed, of a kind that cannot be said'
    : `agreed: ${kindName(game.scenario, kind)}`
}

const readingData = (
  { seat, turn, reading, agreed, missing }: KeptReading,
  { pass, reader }: ReadTalk['pass'],
  talk: FinishedTalk,
  askedBy: AskedBy,
): ReadingData =>
  given({
    ...{ seat, negotiator: reader, pass },
    agreed,
    fields: fieldsOf(reading ?? {}, talk.game.scenario),
    missing: missing === undefined ? undefined : reasonText(missing),
    ...(askedBy(pass, seat, turn) ?? NOT_ASKED),
  })
