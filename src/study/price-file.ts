/** A person's own prices: a YAML or JSON file in the words of a study's `price`, one entry a model. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Problem, UserError } from '../core/problem.ts'
import { findPrice, type PriceEntry, type RateTexts } from '../models/prices.ts'
import { PROVIDERS } from '../models/wire/contract.ts'
import { fitTo } from '../scenario/shape.ts'
import { readSource } from '../scenario/source.ts'

const WANTED = 'A price is a number of US dollars per million tokens: 3 or 0.80, not below 0.'
const amount = (wanted: string) =>
  z
    .union([z.number(), z.string()], { error: wanted })
    .transform(String)
    .refine((text) => /^\d{1,9}(\.\d{1,12})?$/.test(text), wanted)
const dollars = amount(WANTED)

const rates = {
  input: dollars.describe('Input that is neither read from nor written to a cache'),
  output: dollars.describe('Output, thinking included'),
  cache_read: dollars.optional(),
  cache_write: dollars.optional(),
  cache_write_long: dollars.optional(),
}

/** The format of a file for `--prices`; docs/costs.md has an example. */
const priceFileSchema = z.strictObject({
  date: z.iso.date('The date is a day: 2026-11-30.').optional().describe('The day for which the prices hold'),
  prices: z.array(
    z.strictObject({
      provider: z.enum(PROVIDERS),
      model: z.string().min(1).describe('The name without a date; it stands for its dated versions too'),
      ...rates,
      above: z
        .strictObject({ tokens: z.int().min(1), ...rates })
        .optional()
        .describe('For requests with more input tokens than this, as a whole'),
      tiers: z
        .record(z.string(), amount('A tier is a factor of the price: 0.5.'))
        .optional()
        .describe('Factors for service tiers that are not billed at the plain price'),
      max_output: z.int().min(1).optional().describe('The most tokens that a reply can have'),
      source: z.string().optional(),
    }),
  ),
})

export interface PriceFile {
  readonly file: string
  readonly date?: string
  readonly entries: readonly PriceEntry[]
}

/** Reads a price file. Throws a UserError with everything that is wrong with it, each with line and column. */
export async function readPrices(file: string): Promise<PriceFile> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UserError([
      { file, message: code === 'ENOENT' ? 'There is no such file.' : `It cannot be read: ${message}` },
    ])
  }
  return parsePrices(text, file)
}

/** The same for a text that is there already; `file` is its name for a person. */
export function parsePrices(text: string, file: string): PriceFile {
  const source = readSource(text, file)
  const problems: Problem[] = [...source.problems]
  const read = problems.length === 0 ? fitTo(priceFileSchema, source.data, source, [], problems) : undefined
  const entries: PriceEntry[] = []
  for (const [i, { provider, model, above, tiers, max_output, source: page, ...own }] of (
    read?.prices ?? []
  ).entries()) {
    if (entries.some((entry) => findPrice([entry], provider, model)?.model === model)) {
      const message = `There are two prices for ${model}.`
      problems.push(
        source.problem(['prices', i, 'model'], { message, found: model, mend: 'keep one of them' }),
      )
    }
    entries.push({
      provider,
      model,
      rates: rateTexts(own),
      ...(above ? { above: { tokens: above.tokens, rates: rateTexts(above) } } : {}),
      ...(tiers ? { tiers } : {}),
      ...(max_output === undefined ? {} : { maxOutput: max_output }),
      source: page === undefined ? file : `${file}: ${page}`,
    })
  }
  if (problems.length > 0) throw new UserError(problems)
  return { file, ...(read?.date === undefined ? {} : { date: read.date }), entries }
}

/** Prices as a study and a file write them, by the names that Parley has for the kinds of token. */
export const rateTexts = (written: {
  readonly input: string
  readonly output: string
  readonly cache_read?: string | undefined
  readonly cache_write?: string | undefined
  readonly cache_write_long?: string | undefined
}): RateTexts => ({
  input: written.input,
  output: written.output,
  cacheRead: written.cache_read,
  cacheWrite: written.cache_write,
  cacheWriteLong: written.cache_write_long,
})
