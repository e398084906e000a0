/** What a study may write for a negotiator that is a language model. */
import { z } from 'zod'
import { PROVIDERS } from '../models/wire/contract.ts'

/** A price as exact decimal text: `0.8` and "0.80" are both fine. */
const DECIMAL = /^\d{1,9}(\.\d{1,12})?$/
const NO_PRICE = 'A price is a number of US dollars per million tokens: 3 or 0.80, not below 0.'
const dollars = z
  .union([z.number(), z.string()], { error: NO_PRICE })
  .transform(String)
  .refine((text) => DECIMAL.test(text), NO_PRICE)

const price = z
  .strictObject({
    input: dollars.describe('Input that is neither read from nor written to a cache'),
    output: dollars.describe('Output, thinking included'),
    cache_read: dollars.optional().describe('Input read from a cache'),
    cache_write: dollars.optional().describe('Input written to a cache'),
    cache_write_long: dollars.optional().describe('Input written to a cache that is kept longer'),
  })
  .describe('US dollars per million tokens; taken from the price list unless given')

/** A name of an environment variable, which cannot be mistaken for the key itself. */
const ENV = /^[A-Z][A-Z0-9_]*$/

/** Not there: a negotiator is a script, a model or a person, never two of them. */
export const none = z.undefined()
none._zod.toJSONSchema = () => ({ not: {} })

export const modelSpec = z.strictObject({
  script: none.optional(),
  person: none.optional(),
  provider: z
    .enum(PROVIDERS, {
      error: ({ input }) =>
        input === undefined
          ? 'A negotiator needs "script", or "provider" and "model"'
          : `"provider" must be one of ${PROVIDERS.join(', ')}`,
    })
    .describe('Whose API is called; openai-chat also for every compatible server'),
  model: z.string().min(1).max(200).describe("The model's name, as the API wants it"),
  params: z
    .record(z.string(), z.json())
    .optional()
    .describe('Go into the request body as they are written: max_tokens, thinking, service_tier, …'),
  context: z
    .enum(['fresh', 'thread'])
    .default('fresh')
    .describe(
      'fresh: each call holds the whole public record in one message; thread: the model sees its own earlier replies',
    ),
  structured: z
    .boolean()
    .default(false)
    .describe("Whether the reply's JSON Schema goes with the request, where the API has structured outputs"),
  input_token_limit: z
    .int()
    .min(1)
    .optional()
    .describe('A request of more tokens is not sent: the negotiation is interrupted'),
  price: price.optional(),
  base_url: z
    .url({ protocol: /^https?$/, error: '"base_url" must begin with http:// or https://' })
    .optional()
    .describe("Another server than the provider's own"),
  key_env: z
    .string()
    .regex(ENV, 'the name of an environment variable, MY_API_KEY for instance, never the key itself')
    .optional()
    .describe('The environment variable that holds the key, where it is not the usual one'),
})

export type ModelSpec = z.output<typeof modelSpec>
