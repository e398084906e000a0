/** The second thread of the library, started when a large study is asked for. */
import type { Behind } from '../../pages/library/feed.ts'
import type { Library } from '../../pages/library.ts'
import { type Asking, type LibraryData, type Method, openLibrary } from './library.ts'

export function behindOf(data: LibraryData): Behind {
  let asking: Asking | undefined
  const ask = async <M extends Method>(method: M, ...args: Parameters<Library[M]>) => {
    asking ??= openLibrary({ ...data, behind: true })
    const text = await asking.ask(method, ...args)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    handOver: (...args) => ask('handOver', ...args),
    note: (...args) => ask('note', ...args),
    compare: (...args) => ask('compare', ...args),
    scenario: (...args) => ask('scenario', ...args),
    runFacts: (...args) => ask('runFacts', ...args),
    file: (...args) => ask('file', ...args),
  }
}
