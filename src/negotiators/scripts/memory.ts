/** What every script's frame needs, whatever the protocol: a memory folded from the record, and a turn's own chance. */
import type { Log } from '../../core/log.ts'
import { type Random, randomOf } from '../../core/random.ts'

export interface Folds<Memory, Entry> {
  /** The memory before anything was said. */
  begin(): Memory
  /** Takes one entry of the record into the memory. Depends on nothing but the entries so far. */
  see?(memory: Memory, entry: Entry, own: boolean): void
}

/** A turn's generator, made when it is first asked: most turns of most scripts draw nothing. */
export class TurnRandom implements Random {
  readonly #seed: string
  readonly #seat: string
  readonly #turn: number
  #made: Random | undefined

  constructor(seed: string, seat: string, turn: number) {
    this.#seed = seed
    this.#seat = seat
    this.#turn = turn
  }

  #random(): Random {
    this.#made ??= randomOf(this.#seed, this.#seat, this.#turn)
    return this.#made
  }

  int(from: number, to: number): number {
    return this.#random().int(from, to)
  }

  unit(): number {
    return this.#random().unit()
  }

  pick<T>(items: readonly T[]): T {
    return this.#random().pick(items)
  }

  shuffle<T>(items: readonly T[]): T[] {
    return this.#random().shuffle(items)
  }

  state(): readonly number[] {
    return this.#random().state()
  }
}

/**
 * The memory of the record so far. What was folded before is kept and only new entries are added; a view whose
 * record does not continue what was seen is folded from its start.
 */
export function memoryOf<Memory, Entry extends { readonly seat: string }>(
  script: Folds<Memory, Entry>,
  seat: string,
): (view: { readonly record: Log<Entry> }) => Memory {
  let memory = script.begin()
  let seen = 0
  let last: Entry | undefined
  return ({ record }) => {
    if (script.see === undefined) return memory
    if (seen > record.length || (seen > 0 && record.at(seen - 1) !== last)) {
      memory = script.begin()
      seen = 0
    }
    for (; seen < record.length; seen++) {
      last = record.at(seen)!
      script.see(memory, last, last.seat === seat)
    }
    return memory
  }
}
