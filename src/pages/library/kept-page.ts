/** A study's page as it was made last, for as long as nothing that it shows has changed. */
import type { RecordIndex } from '../record-index.ts'
import type { StudyPage } from '../types.ts'

/** How old the page of a large study that goes on may be: what is new reaches its reader by the live view anyway. */
const YOUNG_MS = 1000

/** What a page is made of, told apart by being the same or another. */
export interface MadeOf {
  readonly index: RecordIndex
  readonly results: object | undefined
  /** Of what else it shows. */
  readonly mark: string
  /** Whether a process holds the record for writing. */
  readonly held: boolean
  readonly large: boolean
}

export class KeptPage {
  #kept: (MadeOf & { readonly page: StudyPage; readonly version: number; readonly at: number }) | undefined

  /** The page of before where it is still the page; else what `make` makes, which is kept. */
  of(from: MadeOf, make: () => StudyPage): StudyPage {
    const { index, results, mark, held, large } = from
    const known = this.#kept
    if (
      known &&
      known.index === index &&
      known.results === results &&
      known.mark === mark &&
      known.held === held
    ) {
      const young = performance.now() - known.at < (large ? YOUNG_MS : 0)
      if (known.version === index.version || young) return known.page
    }
    const page = make()
    this.#kept = { ...from, page, version: index.version, at: performance.now() }
    return page
  }
}
