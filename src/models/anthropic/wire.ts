/**
 * The Messages API on the wire, as bytes go: what a prompt becomes as a request body. Pure; it knows nothing of
 * negotiation, keys or networks. https://docs.claude.com/en/api/messages
 */

export interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface WirePrompt {
  readonly system: string
  readonly messages: readonly WireMessage[]
}

export interface WireSettings {
  readonly model: string
  /** Everything else of the body (`max_tokens`, `thinking`, …), in the order in which it is to be written. */
  readonly params?: Readonly<Record<string, unknown>>
}

export interface RequestBody {
  readonly model: string
  readonly system: string
  readonly messages: readonly WireMessage[]
  readonly [param: string]: unknown
}

const OWN = ['model', 'system', 'messages']

/**
 * The request body for a prompt: model, system, messages, then the params as they were given. JSON.stringify
 * keeps this order. Throws a RangeError where a param would replace what the prompt says.
 */
export function encode(prompt: WirePrompt, { model, params = {} }: WireSettings): RequestBody {
  const taken = OWN.find((name) => Object.hasOwn(params, name))
  if (taken !== undefined) throw new RangeError(`"${taken}" comes from the prompt; it cannot be a param`)
  return {
    model,
    system: prompt.system,
    messages: prompt.messages.map(({ role, content }) => ({ role, content })),
    ...params,
  }
}
