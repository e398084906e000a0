/** Request bodies as text. */

/** Texts shorter than this are escaped as fast as they are found again. */
const LONG = 500

/** How many texts are kept at most; a study has a system prompt for each seat of each variant. */
const MOST_TEXTS = 32

const escaped = new Map<string, string>()

/**
 * A body as JSON.stringify writes it, character for character. A long text that stands in body after body (a system
 * prompt) is escaped once.
 */
export function bodyText(body: Readonly<Record<string, unknown>>): string {
  const fields: string[] = []
  for (const [name, value] of Object.entries(body)) {
    const text =
      typeof value === 'string' && value.length >= LONG ? escapedText(value) : JSON.stringify(value)
    // As JSON leaves out what it has no words for.
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

function escapedText(text: string): string {
  const known = escaped.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(text)
  if (escaped.size >= MOST_TEXTS) escaped.clear()
  escaped.set(text, made)
  return made
}
