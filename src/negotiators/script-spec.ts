/** What a study may write for a scripted negotiator, with its defaults and the words for what is wrong. */
import { z } from 'zod'
import { nearest } from '../scenario/nearest.ts'
import { RULE_OBSERVER } from './rule-observer.ts'

const OFFERS = ['alternating-offers'] as const
const VOTES = ['package-votes'] as const
const BOTH = ['alternating-offers', 'package-votes'] as const
const TALK = ['free-talk'] as const

/** The scripts, each with one line of what it does and the protocols that it plays. */
export const SCRIPTS = [
  {
    name: 'time-dependent',
    summary: 'concedes by the clock alone; "exponent" says how late',
    protocols: BOTH,
  },
  {
    name: 'boulware',
    summary: 'time-dependent with an exponent below 1: concedes late',
    protocols: BOTH,
  },
  { name: 'linear', summary: 'time-dependent with the exponent 1: concedes evenly', protocols: BOTH },
  {
    name: 'conceder',
    summary: 'time-dependent with an exponent above 1: concedes early',
    protocols: BOTH,
  },
  {
    name: 'tit-for-tat',
    summary: 'gives back what the other side conceded with its last offer',
    protocols: OFFERS,
  },
  {
    name: 'hardliner',
    summary: 'demands its best until the end and takes nothing less',
    protocols: BOTH,
  },
  {
    name: 'random',
    summary: 'offers anything worth its threshold and takes anything worth it',
    protocols: BOTH,
  },
  {
    name: 'micro',
    summary: 'offers its next best only when the other side has made as many different offers',
    protocols: OFFERS,
  },
  {
    name: 'frequency',
    summary: "trades across issues by what the other side's offers tell of its weights",
    protocols: OFFERS,
  },
  {
    name: 'acceptance',
    summary: 'proposes what is best for it among what the others seem ready to accept',
    protocols: VOTES,
  },
  {
    name: 'mediator',
    summary: 'proposes the Nash point where score sheets are common, else its estimate of it',
    protocols: VOTES,
  },
  {
    name: 'walker',
    summary: 'concedes by the clock, and leaves when nothing on the table is worth its demand',
    protocols: VOTES,
  },
  {
    name: 'claim-whole',
    summary: 'claims the whole thing, turn after turn, and takes nothing less',
    protocols: TALK,
  },
  {
    name: 'ask-purpose',
    summary: 'asks what the other side needs it for, then proposes to split by part',
    protocols: TALK,
  },
  {
    name: 'split-by-part',
    summary: 'proposes that each side takes the part it needs',
    protocols: TALK,
  },
  {
    name: 'offer-half',
    summary: 'proposes half for each, and takes any split',
    protocols: TALK,
  },
  {
    name: 'hold-out',
    summary: 'refuses everything until its last turn, then takes what is proposed',
    protocols: TALK,
  },
  {
    name: RULE_OBSERVER,
    summary: 'observes by rules: reads the set phrases of scripted talkers and no other words',
    protocols: TALK,
  },
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

const RUNGS = { error: '"rungs" must be all or a whole number from 2 to 1000000' }

/** F(t) = k + (1 - k) t^(1/exponent). */
const exponent = (from: number, to: number) =>
  number('exponent', from, to).describe(
    'Below 1 concedes late (Boulware), 1 evenly, above 1 early (Conceder)',
  )

/** The entry of each script. */
export const scriptSpecs = [
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
  z.strictObject({
    script: z.literal('tit-for-tat'),
    measure: z
      .enum(['absolute', 'relative'], { error: '"measure" must be absolute or relative' })
      .default('absolute')
      .describe('Give back the same points (absolute) or the same share of what is left (relative)'),
    nudge: number('nudge', 0, 1)
      .default(0.05)
      .describe('Each answer also concedes a random step of up to this share of the range'),
    speech,
  }),
  z.strictObject({ script: z.literal('hardliner'), speech }),
  z.strictObject({ script: z.literal('random'), speech }),
  z.strictObject({
    script: z.literal('micro'),
    rungs: z
      .union([z.literal('all'), z.int(RUNGS).min(2, RUNGS).max(1_000_000, RUNGS)], RUNGS)
      .optional()
      .describe(
        'How many offers lie between its best and its threshold; all of them unless they are too many to list',
      ),
    speech,
  }),
  z.strictObject({
    script: z.literal('frequency'),
    exponent: exponent(0.001, 1000).default(0.5),
    start,
    keep,
    candidates: z
      .int({ error: '"candidates" must be a whole number from 1 to 20000' })
      .min(1, { error: '"candidates" must be at least 1' })
      .max(20_000, { error: '"candidates" must be at most 20000' })
      .default(20)
      .describe('How many outcomes worth its demand are compared each turn'),
    speech,
  }),
  z.strictObject({
    script: z.literal('acceptance'),
    exponent: exponent(0.001, 1000).default(0.5),
    start,
    keep,
    confidence: number('confidence', 0, 1)
      .default(0.5)
      .describe('From which estimate on another party counts as ready to accept'),
    speech,
  }),
  z.strictObject({
    script: z.literal('mediator'),
    exponent: exponent(0.001, 1000).default(1),
    start,
    keep,
    speech,
  }),
  z.strictObject({
    script: z.literal('walker'),
    exponent: exponent(0.001, 1000).default(1),
    start,
    keep,
    patience: number('patience', 0, 1)
      .default(0.5)
      .describe('Share of the rounds that it waits for something worth its demand'),
    speech,
  }),
  z.strictObject({ script: z.literal('claim-whole') }),
  z.strictObject({
    script: z.literal('ask-purpose'),
    asks: z
      .int({ error: '"asks" must be a whole number from 1 to 100' })
      .min(1, { error: '"asks" must be at least 1' })
      .max(100, { error: '"asks" must be at most 100' })
      .default(3)
      .describe('How often it asks before it proposes the split without having been told'),
  }),
  z.strictObject({
    script: z.literal('split-by-part'),
    share: z
      .enum(['all', 'most'], { error: '"share" must be all or most' })
      .default('all')
      .describe('Whether each side is to have all of its part, or most of it'),
  }),
  z.strictObject({ script: z.literal('offer-half') }),
  z.strictObject({ script: z.literal('hold-out') }),
  z.strictObject({ script: z.literal(RULE_OBSERVER) }),
] as const

/** The names of all scripts, as a message lists them. */
const listed = `Scripts: ${SCRIPTS.map(({ name }) => name).join(', ')}.`

/** What is wrong with the script that an entry names, with the nearest script's name. */
export function unknownScript(entry: unknown): string {
  const names = SCRIPTS.map(({ name }) => name)
  const found = (entry as { script?: unknown } | undefined)?.script
  if (typeof found !== 'string') return `"script" must be a name. ${listed}`
  const meant = nearest(found, names)
  return `There is no script "${found}"${meant ? `; did you mean "${meant}"?` : '.'} ${listed}`
}
