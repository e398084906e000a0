/**
 * Keys and base URLs: from the environment or an env file, never from a study. Whoever calls reads both and hands
 * them in; nothing here looks at the process.
 */
import { parseEnv } from 'node:util'
import { EXIT, UserError } from '../core/problem.ts'
import { type ProxySettings, proxyOf } from './proxy.ts'
import { makeSecrets, type Secrets } from './secrets.ts'
import { type Elsewhere, elsewhere } from './servers.ts'
import type { ProviderName } from './wire/contract.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The variables of each provider, the first that is set counts. */
const VARIABLES: Readonly<Record<ProviderName, { readonly key: string; readonly baseUrl: string }>> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
  openai: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  'openai-chat': { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  google: { key: 'GEMINI_API_KEY', baseUrl: 'GEMINI_BASE_URL' },
}

/** What of a negotiator decides how its provider is reached. */
export interface Reach {
  readonly provider: ProviderName
  /** A compatible server, in the place of the provider's own. */
  readonly base_url?: string | undefined
  /** The variable that holds its key. */
  readonly key_env?: string | undefined
}

/** How a model is reached. */
export interface Access {
  readonly apiKey: string
  readonly baseUrl?: string
  /** Set where a variable leads to another server than the provider's own. */
  readonly elsewhere?: Elsewhere
  readonly proxy?: ProxySettings
}

/** The environment with an env file's variables put in where it has none of its own. */
export function withEnvFile(env: Env, fileText: string): Env {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  return { ...parseEnv(fileText), ...Object.fromEntries(set) }
}

/**
 * The key and base URL of a negotiator. With a `base_url` of its own and no `key_env`, the provider's key is not
 * sent: it belongs to another host; most local servers want none. Throws a UserError that names the variable where a
 * key is missing or cannot be one.
 * @param name of the negotiator, for the error
 */
export function accessOf(reach: Reach, env: Env, name: string, file: string): Access {
  const server = serverSet(reach, env)
  const at = {
    ...(server === undefined ? {} : placeOf(reach.provider, server, name, file)),
    ...proxyIn(env, name, file),
  }
  const variable = keyVariable(reach)
  if (variable === undefined) return { apiKey: NO_KEY, ...at }
  const apiKey = valueIn(env, variable)
  if (apiKey === undefined) {
    throw problem(file, name, {
      message: `The negotiator "${name}" needs a key: the environment variable ${variable} is not set.`,
      mend: `set ${variable}, or name a file that sets it with --keys`,
    })
  }
  // Anything else cannot go into a header, and an error about it would show it.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw problem(file, name, {
      message: `The key in ${variable} cannot be one: it holds spaces or characters beyond ASCII.`,
      mend: `copy it once more; the value is not shown here`,
    })
  }
  return { apiKey, ...at }
}

/** The variable that holds the key; undefined where none is sent. */
export const keyVariable = ({ provider, base_url: server, key_env: variable }: Reach): string | undefined =>
  variable ?? (server === undefined ? VARIABLES[provider].key : undefined)

/** What sets a server where the study itself names it. */
export const BY_STUDY = 'base_url'

/** A server in the place of the provider's own. */
export interface ServerSet {
  readonly url: string
  /** What sets it: `base_url`, or a variable. */
  readonly by: string
}

/** The server that a negotiator or the environment names; undefined where calls go to the provider's own. */
export function serverSet({ provider, base_url: own }: Reach, env: Env): ServerSet | undefined {
  if (own !== undefined) return { url: own, by: BY_STUDY }
  const by = VARIABLES[provider].baseUrl
  const url = valueIn(env, by)
  return url === undefined ? undefined : { url, by }
}

/** The SDKs insist on a key; a server that wants none takes any word. */
export const NO_KEY = 'none'

const valueIn = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

function placeOf(provider: ProviderName, server: ServerSet, name: string, file: string) {
  const baseUrl = checked(server, name, file)
  const other = server.by === BY_STUDY ? undefined : elsewhere(provider, baseUrl, server.by)
  return { baseUrl, ...(other ? { elsewhere: other } : {}) }
}

function proxyIn(env: Env, name: string, file: string): { readonly proxy?: ProxySettings } {
  const proxy = proxyOf(env)
  if (proxy === undefined) return {}
  if (!('variable' in proxy)) return { proxy }
  throw problem(file, name, {
    message: `The proxy in ${proxy.variable} is none that can be used.`,
    expected: 'http:// or https://, a host and a port',
  })
}

function checked({ url, by }: ServerSet, name: string, file: string): string {
  const parsed = URL.parse(url)
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '')
    return url
  throw problem(file, name, {
    message: `The base URL in ${by} is none that can be used.`,
    // What stands before an @ may be a password.
    ...(url.includes('@') ? {} : { found: url }),
    expected: 'http:// or https://, a host, and neither name nor password',
  })
}

const problem = (
  file: string,
  name: string,
  what: { message: string; found?: string; mend?: string; expected?: string },
): UserError => new UserError([{ file, path: `negotiators.${name}`, ...what }], EXIT.invalid)

/** Every key that these negotiators could use, for blanking in texts. */
export function secretsOf(reaches: Iterable<Reach>, env: Env): Secrets {
  const variables = [...reaches].flatMap(({ provider, key_env }) => [VARIABLES[provider].key, key_env ?? ''])
  return makeSecrets(variables.map((variable) => valueIn(env, variable)))
}
