/** Readers of the same talks against each other: observers of the talks, later observers, people. */
import { randomOf } from '../../core/random.ts'
import { NO_AGREEMENT } from '../clones/taxonomy.ts'
import { type AlphaInterval, alphaInterval } from './alpha.ts'
import { type Calibration, calibrate } from './calibration.ts'
import { type Confusion, confusion, type Rating, rawAgreement } from './confusion.ts'
import { cohenKappa, type Kappa } from './kappa.ts'

/** What a reader says of a talk, or of a talk up to a message. */
export interface Said {
  /** Undefined: no reading, or a person who is unsure. */
  readonly agreed?: boolean
  /** A kind of agreement, or NO_AGREEMENT; undefined where the kind is not said. */
  readonly kind?: string
  /** From 0 to 1, where the reader says it. */
  readonly confidence?: number
}

export interface TalkReader {
  /** Unique, for people. */
  readonly name: string
  /** `first`: the observer of the talk itself, whose readings closed it. */
  readonly as: 'first' | 'observer' | 'person'
  /** It reads set phrases by rules, and is no judge of talk. */
  readonly ruleBased?: true
  /** What it says of each talk as a whole: up to its close or its end. */
  readonly talks: ReadonlyMap<string, Said>
  /** What it says after single messages, by talk and turn; empty for people and readings at the end alone. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<number, Said>>
}

export interface Compared {
  readonly first: string
  readonly second: string
  /** `kind`: which kind of agreement, none included; `agreed`: whether they agreed; `messages`: the same after each message. */
  readonly of: 'kind' | 'agreed' | 'messages'
  readonly table: Confusion
  readonly raw?: number
  readonly kappa?: Kappa
  readonly alpha?: AlphaInterval
}

/** Talks of which an observer and a person say different things. */
export interface Disputed {
  readonly observer: string
  readonly person: string
  /** Talks of which both say whether the parties agreed. */
  readonly judged: number
  /** The observer reports an agreement where the person says that there is none, and the reverse. */
  readonly closedTooEarly: readonly string[]
  readonly leftOpen: readonly string[]
}

export interface Together {
  readonly of: 'kind' | 'agreed'
  readonly readers: readonly string[]
  readonly alpha: AlphaInterval
}

export interface Readers {
  readonly pairs: readonly Compared[]
  /** Alpha of all readers at once but those by rules, where there are more than two. */
  readonly together: readonly Together[]
  readonly disputed: readonly Disputed[]
  readonly calibration: readonly {
    readonly observer: string
    readonly person: string
    readonly of: Calibration
  }[]
}

/** Compares all readers. `kinds`: the options in their order. `seed`: of the bootstrap. */
export function compareReaders(
  readers: readonly TalkReader[],
  kinds: readonly string[],
  seed: string,
): Readers {
  // By their ids: what the bootstrap draws must not depend on who has read what first.
  const ids = [...new Set(readers.flatMap(({ talks }) => [...talks.keys()]))].toSorted()
  const order = [...kinds, NO_AGREEMENT]
  const kindsOf = ({ talks }: TalkReader): Rating[] => ids.map((id) => talks.get(id)?.kind)
  const verdictsOf = ({ talks }: TalkReader): Rating[] => ids.map((id) => verdict(talks.get(id)))
  const pairs = readers.flatMap((a, i) =>
    readers.slice(i + 1).flatMap((b) => {
      const names = { first: a.name, second: b.name }
      const { left, right } = messagesOf(a, b)
      return [
        compared({ ...names, of: 'kind' }, kindsOf(a), kindsOf(b), order, seed),
        compared({ ...names, of: 'agreed' }, verdictsOf(a), verdictsOf(b), VERDICTS, seed),
        ...(left.length > 0 ? [compared({ ...names, of: 'messages' }, left, right, VERDICTS, seed)] : []),
      ]
    }),
  )
  // What reads by rules must not be pooled with judgements.
  const pooled = readers.filter(({ ruleBased }) => !ruleBased)
  const together =
    pooled.length < 3
      ? []
      : (['kind', 'agreed'] as const).flatMap((of): Together[] => {
          const lists = pooled.map(of === 'kind' ? kindsOf : verdictsOf)
          const alpha = alphaInterval(lists, randomOf(seed, 'together', of))
          return alpha ? [{ of, readers: pooled.map(({ name }) => name), alpha }] : []
        })
  const judges = readers.filter(({ as }) => as === 'person')
  const observers = readers.filter(({ as }) => as !== 'person')
  const both = observers.flatMap((observer) => judges.map((person) => ({ observer, person })))
  return {
    pairs,
    together,
    disputed: both.map(({ observer, person }) => disputed(ids, observer, person)),
    calibration: both.flatMap(({ observer, person }) => {
      const of = calibrate(judged(observer, person))
      return of ? [{ observer: observer.name, person: person.name, of }] : []
    }),
  }
}

const VERDICTS = ['agreed', NO_AGREEMENT]

const verdict = (said: Said | undefined): Rating =>
  said?.agreed === undefined ? undefined : said.agreed ? 'agreed' : NO_AGREEMENT

function compared(
  which: Pick<Compared, 'first' | 'second' | 'of'>,
  a: readonly Rating[],
  b: readonly Rating[],
  order: readonly string[],
  seed: string,
): Compared {
  const table = confusion(a, b, order)
  const raw = rawAgreement(table)
  const kappa = cohenKappa(table)
  // Messages of one talk are no independent units, so that no interval is made of them.
  const alpha =
    which.of === 'messages'
      ? undefined
      : alphaInterval([a, b], randomOf(seed, which.first, which.second, which.of))
  return {
    ...which,
    table,
    ...(raw === undefined ? {} : { raw }),
    ...(kappa ? { kappa } : {}),
    ...(alpha ? { alpha } : {}),
  }
}

/** What two readers say after the messages that both have read. */
function messagesOf(a: TalkReader, b: TalkReader): { left: Rating[]; right: Rating[] } {
  const left: Rating[] = []
  const right: Rating[] = []
  for (const [id, own] of a.messages) {
    const other = b.messages.get(id)
    for (const [turn, said] of own) {
      if (!other?.has(turn)) continue
      left.push(verdict(said))
      right.push(verdict(other.get(turn)))
    }
  }
  return { left, right }
}

function disputed(ids: readonly string[], observer: TalkReader, person: TalkReader): Disputed {
  const said = (reader: TalkReader, id: string): boolean | undefined => reader.talks.get(id)?.agreed
  const where = (closed: boolean): string[] =>
    ids.filter((id) => said(observer, id) === closed && said(person, id) === !closed)
  return {
    ...{ observer: observer.name, person: person.name },
    judged: ids.filter((id) => said(observer, id) !== undefined && said(person, id) !== undefined).length,
    ...{ closedTooEarly: where(true), leftOpen: where(false) },
  }
}

function judged({ talks }: TalkReader, person: TalkReader) {
  return [...talks].flatMap(([id, { kind, confidence }]) => {
    const label = person.talks.get(id)?.kind
    return confidence === undefined || kind === undefined || label === undefined
      ? []
      : [{ confidence, right: kind === label }]
  })
}
