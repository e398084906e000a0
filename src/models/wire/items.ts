/**
 * Replies as items: what a provider sent, to be sent back in a thread as it came, thinking and signatures
 * included. They carry the provider's name, since no other one can read them.
 */
import type { Message, ProviderName } from './contract.ts'
import { isRecord } from './json.ts'

export interface Items {
  readonly provider: ProviderName
  readonly parts: readonly unknown[]
}

export const itemsOf = (provider: ProviderName, parts: readonly unknown[]): Items => ({ provider, parts })

/**
 * The messages that can be sent. A reply without text is never sent back: providers refuse it, and a model that
 * sees itself say nothing tends to go on saying nothing.
 */
export const sendable = (messages: readonly Message[]): readonly Message[] =>
  messages.filter(({ role, content }) => role === 'user' || content.trim() !== '')

/** The parts of an earlier reply; undefined where it is mere text. Throws a RangeError for items of another provider. */
export function partsOf(provider: ProviderName, { role, items }: Message): readonly unknown[] | undefined {
  if (items === undefined || items === null) return undefined
  if (role !== 'assistant') throw new RangeError('only a reply can carry items as a provider sent them')
  if (!isRecord(items) || !Array.isArray(items.parts)) {
    throw new RangeError('these are no items that a wire decoded')
  }
  if (items.provider !== provider) {
    throw new RangeError(`a reply of "${String(items.provider)}" cannot be sent to "${provider}"`)
  }
  return items.parts
}
