/**
 * How many tokens a text is, roughly, for models whose provider does not count for us. The tokenizer is one of
 * OpenAI's; other models differ from it, mostly by less than a third. A figure from here is an estimate and is said
 * to be one.
 */

/** The tokenizer's tables are some megabytes: loaded when they are first asked for. */
let loading: Promise<(text: string) => number> | undefined

/**
 * Long texts are counted in pieces of so many characters. The tokenizer's work grows with the square of a word's
 * length (200,000 letters without a space were seen to take half a minute); a cut costs a token at most here and there.
 */
const PIECE = 1000

/** An estimate of a text's tokens. Text that looks like a tokenizer's control words counts as any other. */
export async function estimateTokens(text: string): Promise<number> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    const options = { disallowedSpecial: new Set<string>() }
    return (piece) => countTokens(piece, options)
  })
  const count = await loading
  let tokens = 0
  for (let at = 0; at < text.length; at += PIECE) tokens += count(text.slice(at, at + PIECE))
  return tokens
}
