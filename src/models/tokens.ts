/**
 * How many tokens a text is, roughly, for models whose provider does not count for us. The tokenizer is one of
 * OpenAI's; other models differ from it, mostly by less than a third. A figure from here is an estimate and is said
 * to be one.
 */

/** The tokenizer's tables are some megabytes: loaded when they are first asked for. */
let loading: Promise<(text: string) => number> | undefined

/** An estimate of a text's tokens. Text that looks like a tokenizer's control words counts as any other. */
export async function estimateTokens(text: string): Promise<number> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (part) =>
        countTokens(part, { disallowedSpecial: new Set() }),
  )
  return (await loading)(text)
}
