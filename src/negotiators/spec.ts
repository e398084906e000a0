/** What a study may write for a scripted negotiator, with its defaults and the words for what is wrong. */
import { z } from 'zod'
import { nearest } from '../scenario/nearest.ts'

/** The scripts, each with one line of what it does. */
export const SCRIPTS = [
  { name: 'time-dependent', summary: 'concedes by the clock alone; "exponent" says how late' },
  { name: 'boulware', summary: 'time-dependent with an exponent below 1: concedes late' },
  { name: 'linear', summary: 'time-dependent with the exponent 1: concedes evenly' },
  { name: 'conceder', summary: 'time-dependent with an exponent above 1: concedes early' },
  { name: 'hardliner', summary: 'demands its best until the end and takes nothing less' },
  { name: 'random', summary: 'offers anything worth its threshold and takes anything worth it' },
] as const

export type ScriptName = (typeof SCRIPTS)[number]['name']

const speech = z
  .enum(['full', 'none'], { error: '"speech" must be full (a short message with each move) or none' })
  .default('full')
  .describe('Whether a short message goes with each move; the moves are the same either way')

/** A number between bounds, with a message that names the field. */
const number = (name: string, from: number, to: number) => {
  const error = `"${name}" must be a number from ${from} to ${to}`
  return z.number({ error }).min(from, { error }).max(to, { error })
}

const start = number('start', 0, 1)
  .default(0)
  .describe('Share of the range from threshold to best that is given up before the first offer')
const keep = number('keep', 0, 1).default(0).describe('Share of that range that is never given up')

/** F(t) = k + (1 - k) t^(1/exponent). */
const exponent = (from: number, to: number) =>
  number('exponent', from, to).describe(
    'Below 1 concedes late (Boulware), 1 evenly, above 1 early (Conceder)',
  )

const entries = [
  z.strictObject({
    script: z.literal('time-dependent'),
    exponent: exponent(0.001, 1000).default(1),
    start,
    keep,
    speech,
  }),
  z.strictObject({
    script: z.literal('boulware'),
    exponent: exponent(0.001, 0.999).default(0.2),
    start,
    keep,
    speech,
  }),
  z.strictObject({ script: z.literal('linear'), start, keep, speech }),
  z.strictObject({
    script: z.literal('conceder'),
    exponent: exponent(1.001, 1000).default(2),
    start,
    keep,
    speech,
  }),
  z.strictObject({ script: z.literal('hardliner'), speech }),
  z.strictObject({ script: z.literal('random'), speech }),
] as const

/** A study's entry for one negotiator. What is wrong with it is said in words, with the nearest script's name. */
export const negotiatorSpec = z.discriminatedUnion('script', entries, {
  error: (issue) => (issue.code === 'invalid_union' ? unknownScript(issue.input) : undefined),
})

export type NegotiatorSpec = z.output<typeof negotiatorSpec>

function unknownScript(entry: unknown): string {
  const names = SCRIPTS.map(({ name }) => name)
  const listed = `Scripts: ${names.join(', ')}.`
  const found = (entry as { script?: unknown } | undefined)?.script
  if (found === undefined) return `A negotiator needs "script". ${listed}`
  if (typeof found !== 'string') return `"script" must be a name. ${listed}`
  const meant = nearest(found, names)
  return `There is no script "${found}"${meant ? `; did you mean "${meant}"?` : '.'} ${listed}`
}
