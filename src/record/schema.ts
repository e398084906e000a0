/**
 * What an event must look like before anything reads it: records come from strangers too. Fields that this
 * version does not know are let through, so that additions to a format do not shut older readers out.
 */
import { z } from 'zod'
import { FAILURES, PROVIDERS, STOPS } from '../models/wire/contract.ts'
import { FORMAT, type ParleyEvent } from './events.ts'
import {
  assignment,
  changed,
  count,
  end,
  fault,
  halt,
  hash,
  milliseconds,
  packs,
  place,
  response,
  settings,
  text,
  texts,
  times,
  usage,
} from './schema-parts.ts'

/** The fields of each event type, beside `type`, `seq` and `at`. */
const FIELDS = {
  'negotiation.started': {
    format: count,
    study: text,
    negotiation: text,
    scenario: text,
    protocol: text,
    version: count,
    opener: text,
    seats: texts,
    seed: text,
    audit: z.boolean().optional(),
    amendment: text.optional(),
  },
  'reply.received': {
    seat: text,
    turn: count,
    repair: count,
    text,
    withheld: z.enum(['part', 'whole']).optional(),
    read: text.optional(),
    fault: fault.optional(),
  },
  'seat.absent': { seat: text, turn: count, code: text },
  'call.sent': {
    ...place,
    provider: z.enum(PROVIDERS),
    model: text,
    tier: text.optional(),
    elsewhere: text.optional(),
    path: text,
    bytes: count,
    sha256: hash,
  },
  'call.answered': {
    ...place,
    ...response,
    stop: z.enum(STOPS),
    stopRaw: text.optional(),
    usage,
    model: text.optional(),
    tier: text.optional(),
    ...times,
  },
  'call.failed': {
    ...place,
    status: response.status.optional(),
    headers: texts.optional(),
    complete: response.complete.optional(),
    encoding: response.encoding.optional(),
    redacted: response.redacted,
    failure: z.enum([...FAILURES, 'aborted']),
    code: text.optional(),
    lost: z.boolean(),
    usage: usage.optional(),
    ...times,
    waitMs: milliseconds.optional(),
  },
  'call.lost': place,
  'negotiation.resumed': { run: text },
  'negotiation.ended': { end, points: texts.optional() },
  'study.created': {
    format: count,
    study: text,
    title: text,
    seed: text,
    scenario: text,
    pack: texts,
    variants: packs.optional(),
    negotiators: settings,
    calls: settings.optional(),
    assignments: z.array(assignment),
    audit: z.boolean().optional(),
    design: z
      .looseObject({
        pairings: z.array(text),
        factors: z.record(text, z.array(text)),
        blocks: count,
        repetitions: count,
      })
      .optional(),
    analysis: settings.optional(),
    protocol: text,
    version: count,
    parley: text,
    node: text,
  },
  'study.registered': {
    registration: hash,
    rules: z.looseObject({ version: count, digest: hash }),
    prompts: hash,
    packages: texts,
    platform: text,
  },
  'study.amended': {
    ...changed,
    amendment: text,
    changes: z.array(z.looseObject({ what: text, before: text.optional(), after: text.optional() })),
    title: text.optional(),
    negotiators: settings.optional(),
    calls: settings.optional(),
    analysis: settings.optional(),
    scenario: hash.optional(),
    pack: texts.optional(),
    variants: packs.optional(),
    prompts: hash.optional(),
    rules: z.looseObject({ version: count, digest: hash }).optional(),
  },
  'study.extended': { ...changed, extension: text, assignments: z.array(assignment) },
  'study.rescored': {
    ...changed,
    rescoring: text,
    scenario: hash,
    pack: texts,
    points: z.record(text, texts),
  },
  'results.seen': { command: text, begun: count, closed: count, seenAt: text.optional() },
  'anchor.attached': {
    anchor: z.enum(['rfc3161', 'url', 'commit']),
    of: hash,
    value: text,
    time: text.optional(),
    checked: z.array(text),
    unchecked: z.array(text),
  },
  'study.exported': { manifest: hash, parley: text },
  'run.started': { run: text, parley: text, node: text },
  'run.lost': { run: text },
  'run.stopped': {
    run: text,
    reason: z.enum(['complete', 'asked', 'halted', 'failed']),
    halts: z.array(halt).optional(),
  },
  'negotiation.closed': { negotiation: text, events: count, head: hash },
  'reading.started': {
    format: count,
    study: text,
    pass: text,
    negotiation: text,
    events: count,
    head: hash,
    reader: text,
  },
  'reading.closed': { readings: count, missing: count },
  'pass.started': {
    pass: text,
    what: z.enum(['observe', 'label', 'probe']),
    reader: text,
    settings,
    calls: settings.optional(),
    negotiations: z.array(text),
    turns: z.enum(['each', 'last']),
    templates: texts.optional(),
    seed: text.optional(),
    parley: text,
  },
  'pass.closed': {
    pass: text,
    streams: z.array(z.looseObject({ negotiation: text, events: count, head: hash })),
  },
} as const satisfies Record<ParleyEvent['type'], Record<string, z.ZodType>>

/** Every event type of this version. */
export const EVENT_TYPES = Object.keys(FIELDS) as ParleyEvent['type'][]

/** The names of an event type's own fields. */
export const eventFields = (type: ParleyEvent['type']): string[] => Object.keys(FIELDS[type])

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const stamp = { seq: count, at: z.string().regex(AT) }
const SCHEMAS: ReadonlyMap<unknown, z.ZodType> = new Map(
  EVENT_TYPES.map((type) => [type, z.looseObject({ type: z.literal(type), ...stamp, ...FIELDS[type] })]),
)

/** Whether a value is a `reply.received` without a fault: nearly all events are, so this is asked first. */
const isSoundReply = (value: Readonly<Record<string, unknown>>): boolean =>
  value.type === 'reply.received' &&
  typeof value.text === 'string' &&
  typeof value.seat === 'string' &&
  isCount(value.turn) &&
  isCount(value.repair) &&
  isCount(value.seq) &&
  typeof value.read === 'string' &&
  value.fault === undefined &&
  value.withheld === undefined &&
  typeof value.at === 'string' &&
  AT.test(value.at)

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

export interface EventFault {
  readonly message: string
  readonly found?: string
  readonly expected?: string
  /** The record is of a later format than this version reads. */
  readonly newer?: true
}

/** Whether a value is an event of this version's format; undefined where it is, else the first thing wrong. */
export function checkEvent(value: Readonly<Record<string, unknown>>): EventFault | undefined {
  if (typeof value.format === 'number' && value.format > FORMAT) {
    return {
      message:
        'The record is of a newer format than this version of Parley reads; a newer version is needed.',
      found: `format ${value.format}`,
      expected: `format ${FORMAT}`,
      newer: true,
    }
  }
  if (isSoundReply(value)) return undefined
  const schema = SCHEMAS.get(value.type)
  if (!schema) {
    return {
      message: 'The body is no event that this version of Parley knows.',
      found: `type ${JSON.stringify(value.type) ?? 'left out'}`.slice(0, 120),
    }
  }
  const result = schema.safeParse(value)
  if (result.success) return undefined
  const [issue] = result.error.issues
  return {
    message: `The event is not a ${String(value.type)}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not valid'}.`,
  }
}
