/**
 * What a person who labels talks is given: the talks in an order drawn from a seed, under names that say nothing of
 * who played them, each as a transcript of the parties' words alone.
 */
import { hash } from 'node:crypto'
import { randomOf } from '../../core/random.ts'

/** One message as everybody at the table heard it; an empty one is a turn in which nothing was said. */
export interface Heard {
  readonly turn: number
  /** What the party is called at the table. */
  readonly label: string
  readonly message: string
}

export interface Talk {
  readonly negotiation: string
  /** The situation as every party knows it. */
  readonly situation: string
  /** Up to the close, where the observer closed it; what followed under an audit is not shown. */
  readonly messages: readonly Heard[]
  /** The kinds of agreement, without the one that means none. */
  readonly kinds: readonly string[]
  /** What each kind means, in readers' words, where the pack says it. */
  readonly means?: Readonly<Record<string, string>>
}

export interface Item<T extends Pick<Talk, 'negotiation'> = Talk> {
  /** Six hex digits: a name for the talk that tells nothing of it. */
  readonly item: string
  readonly talk: T
}

/**
 * The talks in random order, at most `sample` of them. The same seed gives the same order and names, whatever the order
 * in which the talks are given. Throws a RangeError where two talks would have one name.
 */
export function drawSheet<T extends Pick<Talk, 'negotiation'>>(
  talks: readonly T[],
  seed: string,
  sample = Infinity,
): Item<T>[] {
  const sorted = talks.toSorted((a, b) => (a.negotiation < b.negotiation ? -1 : 1))
  const drawn = randomOf('label', seed).shuffle(sorted).slice(0, sample)
  const items = drawn.map((talk) => ({ item: itemName(seed, talk.negotiation), talk }))
  if (new Set(items.map(({ item }) => item)).size < items.length)
    throw new RangeError('two talks have one name under this seed')
  return items
}

/** The name of a talk on the sheet of this seed. */
export const itemName = (seed: string, negotiation: string): string =>
  hash('sha256', JSON.stringify(['label', seed, negotiation])).slice(0, 6)

/** The talk as a reader sees it: the situation, then one paragraph a message. */
export const transcriptText = ({ situation, messages }: Pick<Talk, 'situation' | 'messages'>): string =>
  [
    situation.trim(),
    ...messages.map(({ turn, label, message }) =>
      message === '' ? `${turn}  ${label} said nothing.` : `${turn}  ${label}: ${message}`,
    ),
  ].join('\n\n')
