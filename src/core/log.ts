/**
 * An append-only list that many readers share. `append` returns a longer list and leaves the shorter one as
 * it was; both keep one backing array, so a record of n entries costs n, not n². Appending twice to the same
 * list (two futures of one past) copies once.
 */
export interface Log<T> extends Iterable<T> {
  readonly length: number
  at(index: number): T | undefined
  /** The entries from a place on; a negative one counts from the end, as an array's does. */
  slice(from?: number): readonly T[]
}

class Shared<T> implements Log<T> {
  readonly length: number
  readonly #backing: T[]

  constructor(backing: T[], length: number) {
    this.#backing = backing
    this.length = length
  }

  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index
    return place >= 0 && place < this.length ? this.#backing[place] : undefined
  }

  slice(from = 0): readonly T[] {
    // The backing array may be longer than this list, so a place from the end is counted here.
    return this.#backing.slice(from < 0 ? Math.max(0, this.length + from) : from, this.length)
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let i = 0; i < this.length; i++) yield this.#backing[i]!
  }

  with(entry: T): Shared<T> {
    const free = this.#backing.length === this.length
    const backing = free ? this.#backing : this.#backing.slice(0, this.length)
    backing.push(entry)
    return new Shared(backing, this.length + 1)
  }
}

/** A list with nothing in it. */
export const emptyLog = <T>(): Log<T> => new Shared<T>([], 0)

/** `log` and one more entry at its end; `log` itself is unchanged. */
export const append = <T>(log: Log<T>, entry: T): Log<T> => (log as Shared<T>).with(entry)
