/** The calls of each negotiation as they are published, read from the published file as it goes along. */
import type { NegotiationPage } from '../pages/types.ts'
import type { CallLine } from '../publication/call-lines.ts'
import { diskFolder } from '../publication/disk-folder.ts'
import { linesOf } from '../publication/lines.ts'
import { FILES } from '../publication/names.ts'
import type { CallsPage } from './render.ts'

type Line = Omit<CallLine, 'request'> & { readonly request: unknown }

/** Whether a line is of this negotiation: it begins with its id. */
const startOf = (id: string): string => `{"negotiation":${JSON.stringify(id)},`

/** To be asked for negotiations in the order of the plan, which is that of the file. `data`: the published folder. */
export function publicCalls(data: string): { of(id: string): Line[]; close(): void } {
  const lines = linesOf(diskFolder(data), FILES.calls)
  let next = lines.next()
  return {
    of(id) {
      const own: Line[] = []
      for (; !next.done && next.value.startsWith(startOf(id)); next = lines.next())
        own.push(JSON.parse(next.value))
      return own
    },
    close: () => void lines.return(),
  }
}

/** The page of a negotiation's calls; texts longer than `most` are cut. */
export function callsPage(page: NegotiationPage, lines: readonly Line[], most: number): CallsPage {
  const laidOut = (value: unknown): string => JSON.stringify(value, null, 2)
  const short = (text: string): string =>
    text.length <= most
      ? text
      : `${text.slice(0, most).toWellFormed()}… [cut on this page: ${text.length} characters]`
  const title = `Calls of ${page.title}`
  return {
    kind: 'calls',
    id: page.id,
    title,
    description: `Every request to a model of ${page.title}, and what came of it.`,
    parties: page.parties.map(({ id, label, name, colour }) => ({ id, label, name, colour })),
    calls: lines.map((line) => {
      const { seat, turn, repair, attempt, sent, provider, model, path, result, request, response } = line
      return {
        ...{ seat, turn, repair, attempt, sent, provider, model, path, result },
        sha256: line.request_sha256,
        complete: line.request_complete,
        request: short(laidOut(request)),
        ...(response === null ? {} : { response: short(laidOut(response)) }),
      }
    }),
    cut: lines.some(({ request, response }) => [request, response].some((one) => laidOut(one).length > most)),
  }
}
