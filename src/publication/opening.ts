/** Which sealed fields an export opens. All others are left out: their commitments stay, and the chain is whole. */
import { EXIT, UserError } from '../core/problem.ts'
import { readSealed, sealedText } from '../record/sealed.ts'
import type { StoredEvent } from '../record/stored.ts'

/** Every sealed field of this format, with what it holds. */
export const SEALED_FIELDS = {
  request: 'the exact body that was sent, as a change of the one before',
  server: "where a call went that a variable sent to another server than the provider's own",
  response: 'the exact bytes that came, thinking and ids included',
  id: "the provider's name for an answer",
  headers: "a response's headers that name a request or an account's limits",
  message: "a provider's words about a failure, which may name an organisation",
  detail: 'words about a reply that never came',
  text: 'a whole reply, its private scratchpad included',
} as const

/** `--include` names a field in words. */
export const INCLUDES = { scratchpads: 'text' } as const

export interface Opening {
  /** What was asked for, in a fixed order: it stands in the manifest. */
  readonly asked: readonly string[]
  /** The event with the opened fields alone. */
  published(stream: string, event: StoredEvent): StoredEvent
  /** Throws a UserError where something that was asked for does not exist. */
  mustHaveOpened(): void
}

/**
 * `asked`: names of sealed fields, or places: `<negotiation>`, `<negotiation>/<event>`,
 * `<negotiation>/<event>/<field>`. Throws a UserError (EXIT.usage) for anything else.
 */
export function makeOpening(asked: readonly string[]): Opening {
  const list = [...new Set(asked)].sort()
  const hits = new Set<string>()
  const fields = new Set(list.filter((one) => Object.hasOwn(SEALED_FIELDS, one)))
  const places = new Set(list.filter((one) => !fields.has(one)))
  const opens = (stream: string, seq: number, name: string): boolean => {
    const found = [name, stream, `${stream}/${seq}`, `${stream}/${seq}/${name}`].filter((key, i) =>
      (i === 0 ? fields : places).has(key),
    )
    for (const key of found) hits.add(key)
    return found.length > 0
  }
  return {
    asked: list,
    published(stream, event) {
      const { sealed, ...open } = event
      if (sealed === undefined || list.length === 0) return open
      const kept = Object.entries(readSealed(sealed) ?? {}).filter(([name]) => opens(stream, event.seq, name))
      return kept.length === 0 ? open : { ...open, sealed: sealedText(kept) }
    },
    mustHaveOpened() {
      // A kind of field may be asked for where there is none of it.
      const missing = [...places].filter((one) => !hits.has(one))
      if (missing.length === 0) return
      throw new UserError(
        missing.map((found) => ({
          file: 'the command line',
          message: 'There is nothing sealed to open here.',
          found,
          expected: `a field (${Object.keys(SEALED_FIELDS).join(', ')}), or <negotiation>, <negotiation>/<event>, <negotiation>/<event>/<field>`,
        })),
        EXIT.usage,
      )
    },
  }
}
