/** `parley replay <study>`: a record at its three depths, whole or one negotiation of it. */
import { EXIT, type ExitCode } from '../core/problem.ts'
import { splitStream } from '../record/passes/names.ts'
import { kept } from '../record/read.ts'
import type { Replayed } from '../record/replay.ts'
import { tellResult } from '../record/story.ts'
import { type DepthResult, type NegotiationResult, STUDY, Verifier } from '../record/verify.ts'
import type { StreamInfo } from '../store/contract.ts'
import { nodeSha256 } from '../store/index.ts'
import { largestJointGain } from '../study/frame.ts'
import { comparePack } from './compare-pack.ts'
import { differencesText } from './difference-text.ts'
import type { Io } from './io.ts'
import { look } from './look.ts'
import { type OpenRecord, openRecord, pickNegotiation } from './open-record.ts'
import { makeProgress, type Progress } from './progress.ts'
import { endSentence, pointsSentence, resultJson } from './result-text.ts'
import { safeLine } from './text.ts'

export interface RecordOptions {
  /** The last hash of the study's own stream, as it was published. */
  readonly head?: string
  readonly json?: boolean
}

interface Checked {
  readonly verifier: Verifier
  readonly negotiations: readonly NegotiationResult[]
  /** Passes over talks, stream by stream. */
  readonly readings: readonly NegotiationResult[]
  readonly depths: readonly DepthResult[]
  readonly notes: readonly string[]
}

/** Checks a record and prints what was found; returns the exit code. */
export async function replayRecord(
  path: string,
  name: string | undefined,
  options: RecordOptions,
  io: Io,
): Promise<ExitCode> {
  const record = await openRecord(path)
  try {
    await look(record.file, 'replay', io)
    const checked = await check(record, name, options, io)
    io.out(options.json ? recordJson(record, checked) : recordText(record, checked, name))
    return checked.depths.some(({ status }) => status === 'failed') ? EXIT.differs : EXIT.ok
  } finally {
    await record.reader.close()
  }
}

async function check(
  record: OpenRecord,
  name: string | undefined,
  options: RecordOptions,
  io: Io,
): Promise<Checked> {
  const { reader, file, folder } = record
  // The study's own stream first: what it says is closed is then surely there, also while a run goes on.
  const study = await reader.read(STUDY)
  const streams = (await reader.streams()).filter(({ stream }) => stream !== STUDY)
  const verifier = new Verifier(study, nodeSha256)
  const wanted = name === undefined ? streams : pick(streams, verifier, name, file)
  const startedAt = io.now().getTime()
  const negotiations: NegotiationResult[] = []
  const readings: NegotiationResult[] = []
  let progress: Progress | undefined
  const tell = (now: number): void => {
    const done = negotiations.length + readings.length
    progress ??= makeProgress(io)
    progress.update({ done, running: 0, left: wanted.length - done, startedAt, now })
  }
  for (const { stream } of wanted) {
    const list = splitStream(stream) ? readings : negotiations
    list.push(verifier.negotiation(stream, await reader.read(stream)))
    const now = io.now().getTime()
    if (now - startedAt > QUIET_MS) tell(now)
  }
  progress?.done()
  if (name === undefined) verifier.finish()
  if (options.head !== undefined) verifier.compareHead(options.head.toLowerCase())
  const notes = [...verifier.notes(), ...(await comparePack(verifier, folder))]
  return { verifier, negotiations, readings, depths: verifier.results(), notes }
}

/** The stream that is meant; a pass over a talk comes after the talk that it reads. */
function pick(streams: readonly StreamInfo[], verifier: Verifier, name: string, file: string): StreamInfo[] {
  const reads = name.includes('/')
  const known = streams.map(({ stream }) => stream).filter((id) => (splitStream(id) !== undefined) === reads)
  const closed = reads ? [] : verifier.closed.filter((id) => !known.includes(id))
  const id = pickNegotiation([...known, ...closed], name, file)
  const talk = splitStream(id)?.negotiation
  return [...(talk === undefined ? [] : [talk]), id].map(
    (one) => streams.find(({ stream }) => stream === one) ?? { stream: one, events: 0, head: '' },
  )
}

/** What is done sooner needs no progress. */
const QUIET_MS = 1000

const NAMES = { passed: 'passed', failed: 'FAILED', 'not-applicable': 'not applicable' } as const

function recordText({ file }: OpenRecord, checked: Checked, name: string | undefined): string {
  const { verifier, negotiations, depths, notes } = checked
  const what =
    name === undefined ? countText(negotiations.length, 'negotiation') : (negotiations[0]?.id ?? name)
  const lines = [`${safeLine(file)}: ${safeLine(verifier.created?.title ?? 'a record')}, ${safeLine(what)}`]
  for (const depth of depths) {
    lines.push(`  ${depth.depth.padEnd(8)}  ${NAMES[depth.status].padEnd(14)}  ${depthWords(depth, checked)}`)
    if (depth.differences.length > 0) lines.push(differencesText(depth.differences))
  }
  const { scenario } = verifier
  const [one] = negotiations
  const end = name !== undefined && scenario ? one?.replayed?.end : undefined
  const readings = name !== undefined && one?.replayed && readingsText(one.replayed)
  if (readings) lines.push(`  readings  ${readings}`)
  if (end && scenario) {
    const result = tellResult(scenario, end)
    lines.push(`  end       ${endSentence(result)}`)
    const points = pointsSentence(result, result.points && largestJointGain(scenario))
    if (points) lines.push(`  points    ${points}`)
    if (result.belowReservation.length > 0) {
      lines.push(`            below its reservation value: ${result.belowReservation.join(', ')}`)
    }
  }
  return [...lines, ...notes.map((note) => `\nNote: ${note}`)].join('\n')
}

/** What observers read along one talk, and what closed it; empty where nobody read. */
function readingsText({ state, started }: Replayed): string {
  const { readings, closed } = started ? kept(state) : {}
  if (readings === undefined || readings.length === 0) return ''
  const all = readings.slice()
  const agreed = all.filter((one) => one.agreed === true).length
  const missing = all.filter((one) => one.missing !== undefined).length
  const none = missing === 0 ? '' : `, ${missing} with no reading`
  const end = closed ? `; closed by ${closed.by} after turn ${closed.turn}` : ''
  return `${all.length}: ${agreed} agreed, ${all.length - agreed - missing} not agreed${none}${end}`
}

function depthWords(
  { depth, checked, status }: DepthResult,
  { verifier, negotiations, readings }: Checked,
): string {
  if (depth === 'chain') return `${countText(checked, 'event')}; head ${verifier.head}`
  if (depth === 'requests') {
    return status === 'not-applicable'
      ? 'no negotiation has model calls, so there is no request to render again'
      : `${countText(checked, 'request')} rendered again and compared with what was sent`
  }
  const ends = negotiations.map(({ replayed }) =>
    replayed?.start ? (replayed.end?.kind ?? 'unfinished') : 'unread',
  )
  const count = (kind: string, words: string): string[] => {
    const n = ends.filter((end) => end === kind).length
    return n > 0 ? [`${n} ${words}`] : []
  }
  const counts = [
    ...count('agreement', 'agreed'),
    ...count('settled', 'settled in talk'),
    ...count('no-agreement', 'without agreement'),
    ...count('interrupted', 'interrupted'),
    ...count('unfinished', 'unfinished'),
    ...count('unread', 'not replayed'),
  ]
  const passes = new Set(readings.map(({ id }) => splitStream(id)!.pass)).size
  const read =
    passes > 0 ? `; ${countText(readings.length, 'talk')} read in ${countText(passes, 'pass')}` : ''
  return `${countText(checked, 'negotiation')} replayed${counts.length > 0 ? `: ${counts.join(', ')}` : ''}${read}`
}

const countText = (n: number, noun: string): string =>
  n === 1 ? `1 ${noun}` : `${n} ${noun}${noun.endsWith('s') ? 'es' : 's'}`

function recordJson(
  { file }: OpenRecord,
  { verifier, negotiations, readings, depths, notes }: Checked,
): string {
  const { scenario, created, head } = verifier
  const largest = scenario && largestJointGain(scenario)
  const data = {
    ok: depths.every(({ status }) => status !== 'failed'),
    record: file,
    study: created?.study,
    scenario: created?.scenario,
    head,
    depths: Object.fromEntries(depths.map(({ depth, ...rest }) => [depth, rest])),
    negotiations: negotiations.map(({ id, events, replayed }) => ({
      id,
      events,
      ...(scenario && replayed?.end ? resultJson(tellResult(scenario, replayed.end), largest) : {}),
      finished: replayed?.closed === true,
    })),
    ...(readings.length > 0
      ? {
          readings: readings.map(({ id, events, reading }) => ({
            stream: id,
            events,
            finished: reading?.replayed.closed === true,
          })),
        }
      : {}),
    notes,
  }
  return JSON.stringify(data, null, 2)
}
