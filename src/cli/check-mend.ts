/** What there is to do where a model did not answer a check, in the words of what its user can change. */
import type { ServerSet } from '../models/keys.ts'
import type { AttemptCode } from '../models/policy.ts'

/** Where a model was asked, and with which key. */
export interface Asked {
  /** A server in the place of the provider's own. */
  readonly server?: ServerSet
  /** The variable that held the key; undefined where none was sent. */
  readonly key?: string
}

/** A sentence without its stop; undefined for what needs no mending. */
export function checkMend(code: AttemptCode, { server, key }: Asked): string | undefined {
  const at = server === undefined ? '' : `, or ${server.by}`
  switch (code) {
    case 'authentication':
      return key === undefined
        ? 'no key was sent: name the variable that holds one with "key_env"'
        : `set a key that is accepted in ${key}${at}`
    case 'unknown-model':
      return `correct "model"${at}; or get access to it for the key`
    case 'bad-request':
      return 'correct what the study asks for: "params" go into the request as they are written'
    case 'context-exceeded':
      return 'take a model with a larger context window'
    case 'no-quota':
      return 'add credit, or wait for the quota; the study need not change'
    case 'network':
      return server === undefined
        ? "see whether this machine reaches the provider's API; proxies named in the environment are not used"
        : `see whether a server answers there, or correct ${server.by}`
    case 'timeout':
      return 'try again, or allow more "attempt_seconds" among "calls"'
    case 'rate-limited':
    case 'overloaded':
    case 'server':
      return 'try again in a while; a run waits and asks again by itself'
    case 'stream-cut':
    case 'unreadable':
      return server === undefined
        ? 'try again; what came is no whole reply of this API'
        : `see whether the server that ${server.by} names speaks this API: what came is no whole reply of it`
    default:
      return undefined
  }
}
