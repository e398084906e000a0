/** One Markdown code fence around the whole of a reply, as models like to add. */

/** The white space of JSON: nothing else may stand around a fence, as nothing else may around the object. */
const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\n' || char === '\r' || char === '\t'

/**
 * What stands inside a fence that holds the whole text; undefined where there is no such fence.
 * The fence opens with a line of three or more backticks or tildes and, after them, perhaps a language's name;
 * it closes with at least as many of the same at the very end, on a line of their own or behind the object.
 */
export function unfence(text: string): string | undefined {
  let from = 0
  let to = text.length
  while (isSpace(text[from])) from++
  while (to > from && isSpace(text[to - 1])) to--
  const sign = text[from]
  if (sign !== '`' && sign !== '~') return undefined
  let open = from
  while (text[open] === sign) open++
  const length = open - from
  const line = text.indexOf('\n', open)
  if (length < 3 || line < 0 || text.slice(open, line).includes('`')) return undefined
  let close = to
  while (close > line && text[close - 1] === sign) close--
  return to - close >= length ? text.slice(line + 1, close) : undefined
}
