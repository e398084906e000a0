/** API keys have no place in a study file: it is registered, recorded and shared. They come from the environment. */
import type { Problem } from '../core/problem.ts'

/** How the keys of the providers and of common compatible servers begin; long enough to be no ordinary word. */
const KEYS = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}/,
  /\bAIza[A-Za-z0-9_-]{20,}/,
  /\b(?:gsk|xai|hf|r8|nvapi|pplx|fw|tgp)[-_][A-Za-z0-9_-]{16,}/,
  /\bBearer\s+\S{8,}/i,
  /\bey[A-Za-z0-9_-]{10,}\.ey[A-Za-z0-9_-]{10,}\./,
]

/** Fields that hold a key whatever it looks like. */
const FIELDS = /^(?:api[-_]?key|x-api-key|key|token|secret|password|authorization|access[-_]?token)$/i

/** What is said of a key; it never quotes it. */
export const KEY: Omit<Problem, 'file' | 'line' | 'column' | 'path'> = {
  message: 'This looks like an API key, which must not stand in a study file.',
  found: 'a key',
  mend: 'take it out, and set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY (or the variable that "key_env" names) in the environment; if the file was shared, have the key replaced',
}

/** Where in a study's data something stands that looks like a key. */
export function keyLike(data: unknown): (string | number)[][] {
  const found: (string | number)[][] = []
  const look = (value: unknown, path: (string | number)[], inSpec: boolean): void => {
    if (typeof value === 'string') {
      const field = path.at(-1)
      const named = inSpec && typeof field === 'string' && FIELDS.test(field) && value !== ''
      if (named || KEYS.some((pattern) => pattern.test(value)) || hasCredentials(value)) found.push(path)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      const next = Array.isArray(value) ? Number(key) : key
      look(part, [...path, next], inSpec || (path.length === 0 && key === 'negotiators'))
    }
  }
  look(data, [], false)
  return found
}

/** `https://user:password@host` and `https://host?key=…`. */
const hasCredentials = (text: string): boolean =>
  /^https?:\/\/[^/\s]*:[^/\s]*@/i.test(text) || /^https?:\S*[?&](?:api[-_]?)?(?:key|token)=/i.test(text)
