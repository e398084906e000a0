/** The names of passes and of their streams: `obs1/<negotiation>`, `lab2/<negotiation>`, `probe1/<negotiation>`. */
import type { PassStarted } from '../events.ts'

/** What a pass does, as `pass.started` says it. */
export type PassKind = PassStarted['what']

/** How the names of each kind of pass begin. */
const PASS_PREFIX = { observe: 'obs', label: 'lab', probe: 'probe' } as const satisfies Record<
  PassKind,
  string
>

/** The stream in which a pass reads a negotiation. */
export const passStream = (pass: string, negotiation: string): string => `${pass}/${negotiation}`

/** The pass and the negotiation that a stream is of; undefined where it is no pass's. Ids hold no slash. */
export function splitStream(stream: string): { pass: string; negotiation: string } | undefined {
  const found = /^((?:obs|lab|probe)[1-9]\d*)\/(.+)$/.exec(stream)
  return found ? { pass: found[1]!, negotiation: found[2]! } : undefined
}

/** The name of the next pass of a kind, after those that there are. */
export function nextPass(what: PassKind, passes: readonly { readonly pass: string }[]): string {
  const prefix = PASS_PREFIX[what]
  const numbers = passes.map(({ pass }) => (pass.startsWith(prefix) ? Number(pass.slice(prefix.length)) : 0))
  return `${prefix}${Math.max(0, ...numbers.filter(Number.isSafeInteger)) + 1}`
}
