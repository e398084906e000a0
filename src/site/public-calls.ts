/** The calls of each negotiation, and of each pass over it, as they are published: read where they stand in the file. */
import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { NegotiationPage } from '../pages/types.ts'
import type { CallLine } from '../publication/call-lines.ts'
import { diskFolder } from '../publication/disk-folder.ts'
import { linesOf } from '../publication/lines.ts'
import { FILES } from '../publication/names.ts'
import type { CallsPage } from './render.ts'

type Line = Omit<CallLine, 'request'> & { readonly request: unknown }

/** A line begins with the stream that it is of. */
const STREAM = /^\{"negotiation":("(?:[^"\\]|\\.)*"),/

export interface PublicCalls {
  /** Of a negotiation by its id, or of a pass over it by the name of its stream. */
  of(stream: string): Line[]
  close(): void
}

/** `data`: the published folder. */
export function publicCalls(data: string): PublicCalls {
  /** Where the lines of a stream stand, in bytes; they follow on each other. */
  const places = new Map<string, { from: number; to: number }>()
  let at = 0
  for (const line of linesOf(diskFolder(data), FILES.calls)) {
    const from = at
    at += Buffer.byteLength(line) + 1
    const stream = JSON.parse(STREAM.exec(line)![1]!) as string
    const place = places.get(stream)
    if (place) place.to = at
    else places.set(stream, { from, to: at })
  }
  const file = openSync(join(data, FILES.calls), 'r')
  return {
    of(stream) {
      const place = places.get(stream)
      if (!place) return []
      const bytes = Buffer.alloc(place.to - place.from)
      readSync(file, bytes, 0, bytes.length, place.from)
      const lines = bytes.toString().split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line) as Line)
    },
    close: () => closeSync(file),
  }
}

/** Who asked in a pass, and whether it asked those who talked. */
export interface CallsOfPass {
  readonly pass: string
  readonly reader: string
  readonly probe: boolean
}

/** The passes over a talk that the record tells of, as its page does: its own calls aside. */
export function passesOver({ later }: NegotiationPage): CallsOfPass[] {
  const readings = (later?.readings ?? []).map(
    ({ reading: { pass, negotiator } }) => [pass!, negotiator] as const,
  )
  const probes = new Set((later?.answers ?? []).map(({ pass }) => pass))
  return [
    ...[...new Map(readings)].map(([pass, reader]) => ({ pass, reader, probe: false })),
    ...[...probes].map((pass) => ({ pass, reader: '', probe: true })),
  ]
}

const titleOf = ({ title }: NegotiationPage, by: CallsOfPass | undefined): string => {
  if (!by) return `Calls of ${title}`
  if (by.probe) return `Whether the story was known (${by.pass}): calls about ${title}`
  return `Calls of the later reader ${by.reader} (${by.pass}) about ${title}`
}

/** The page of a negotiation's calls, or of those of a pass over it; texts longer than `most` are cut. */
export function callsPage(
  page: NegotiationPage,
  lines: readonly Line[],
  most: number,
  by?: CallsOfPass,
): CallsPage {
  const laidOut = (value: unknown): string => JSON.stringify(value, null, 2)
  const short = (text: string): string =>
    text.length <= most
      ? text
      : `${text.slice(0, most).toWellFormed()}… [cut on this page: ${text.length} characters]`
  const title = titleOf(page, by)
  return {
    kind: 'calls',
    id: page.id,
    ...(by?.probe ? { probe: true } : {}),
    title,
    description: `${by ? `Every request of the pass ${by.pass} about` : 'Every request to a model of'} ${page.title}, and what came of it.`,
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
