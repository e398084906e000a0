/**
 * Chance as data. A generator's state is four integers that can be stored and taken up again; the generator
 * is xoroshiro128+ (Blackman & Vigna, 2018), from the library pure-rand.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { hashText } from './hash.ts'

export interface Random {
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  /** A number in [0, 1) with 32 random bits. */
  unit(): number
  /** One of the items, each as likely as the next. Throws a RangeError where there is none. */
  pick<T>(items: readonly T[]): T
  /** A new list with the items in random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[]
  /** Where the generator stands: `randomFrom(state)` goes on from here. */
  state(): readonly number[]
}

/** A generator that goes on from a stored state. */
export function randomFrom(state: readonly number[]): Random {
  const generator = xoroshiro128plusFromState(state)
  const int = (from: number, to: number): number => uniformInt(generator, from, to)
  return {
    int,
    unit: () => int(0, 0xffff_ffff) / 0x1_0000_0000,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from')
      return items[int(0, items.length - 1)]!
    },
    shuffle: (items) => {
      const list = [...items]
      for (let i = list.length - 1; i > 0; i--) {
        const k = int(0, i)
        ;[list[i], list[k]] = [list[k]!, list[i]!]
      }
      return list
    },
    state: () => generator.getState(),
  }
}

/** A generator drawn from words: the same words give the same numbers on every machine. */
export const randomOf = (...words: readonly (string | number)[]): Random =>
  randomFrom(hashText(JSON.stringify(words)))
