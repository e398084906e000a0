/** What the thread that reads a large study hands over to the one that answers. */
import { type StudyAbout, type StudyResults, studyPage } from '../study-page.ts'
import type { From, HandedOver, MadePage } from './feed.ts'
import type { Open } from './hosts.ts'

/** So many at a time: whoever takes them in is held up for some milliseconds alone. */
const AT_A_TIME = 100

/** Each page that was made, with its number; `mark`: of what else it shows. */
const pages = new WeakMap<
  StudyResults,
  { readonly mark: string; readonly number: number; readonly made: MadePage }
>()
let numbered = 0

/**
 * What was read since; what `upTo` does not take in yet comes later. `about`: what the page shows beside the record;
 * `shelf`: changes where that does; `now`: milliseconds.
 */
export function handOver(
  { host, index }: Open,
  from: From,
  upTo: number,
  about: StudyAbout,
  shelf: string,
  now: number,
): HandedOver {
  const since = from.mark === host.mark ? from.version : -1
  const closed = index.places
    .filter(({ state, changed }) => state === 'closed' && changed > since && changed <= upTo)
    .toSorted((a, b) => a.changed - b.changed)
  const taken = closed.slice(0, AT_A_TIME)
  const results = host.made
  let page = results && pages.get(results)
  if (results && page?.mark !== shelf) {
    const {
      attempts: _,
      progress: __,
      state: ___,
      reading: ____,
      ...made
    } = studyPage(index, results, about, now)
    page = { mark: shelf, number: ++numbered, made }
    pages.set(results, page)
  }
  const { done, all } = index.reading
  return {
    mark: host.mark,
    version: taken.length < closed.length ? taken.at(-1)!.changed : upTo,
    read: taken.map(({ attempt: { row, words }, events = 0 }) => ({ row, words, events })),
    ...(page ? { page: page.number } : {}),
    ...(page && page.number !== from.page ? { made: page.made } : {}),
    more: taken.length < closed.length || done < all || !results,
  }
}
