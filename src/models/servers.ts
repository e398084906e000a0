/** Where providers answer: their own servers, and what stands in their place. */
import type { ProviderName } from './wire/contract.ts'

/** The base URL of each provider's own server. */
export const OWN_SERVER: Readonly<Record<ProviderName, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  'openai-chat': 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com',
}

/** A server that calls go to although neither the study nor its provider names it. */
export interface Elsewhere {
  /** The environment variable that names it. */
  readonly by: string
  /** Scheme, host and port: a path or a query may hold a key. */
  readonly origin: string
}

/** Undefined where the URL leads to the provider's own server after all. */
export function elsewhere(provider: ProviderName, url: string, by: string): Elsewhere | undefined {
  const { origin } = new URL(url)
  return origin === new URL(OWN_SERVER[provider]).origin ? undefined : { by, origin }
}
