/**
 * registration.json: what was fixed before anything was played. It is made of the first two events of the study's
 * stream and of nothing else, so that whoever has the record can make the same bytes again.
 */

import canonicalize from 'canonicalize'
import { DEFAULTS } from '../scenario/templates/index.ts'
import type { Scenario } from '../scenario/types.ts'
import type { PackRecord, Stamped, StudyCreated, StudyRegistered } from './events.ts'
import type { Sha256 } from './hash.ts'

/**
 * JSON in its one canonical form (RFC 8785): equal values have equal bytes, whoever writes them. Throws an Error for
 * a lone surrogate, which has no such form.
 */
const canonical = (value: object): string => canonicalize(value)!

/** The version of this format. */
const REGISTRATION_FORMAT = 1

/** The registration as data. Scenarios and prompts stand in it by hash; the record and an export hold them whole. */
function registrationOf(
  created: Stamped<StudyCreated>,
  registered: Omit<Stamped<StudyRegistered>, 'registration'>,
  sha256: Sha256,
) {
  const { study, title, seed, negotiators, calls, design, analysis, audit, assignments, protocol, version } =
    created
  const scenario = (name: string | undefined, { scenario: hash, pack }: PackRecord) => ({
    ...(name === undefined ? {} : { variant: name }),
    sha256: hash,
    files: Object.fromEntries(Object.entries(pack).map(([path, text]) => [path, sha256(text)])),
  })
  return {
    parley_registration: REGISTRATION_FORMAT,
    study,
    title,
    // Nobody but the author vouches for it; an anchor (anchor.attached) does from outside.
    registered: { at: registered.at, attested: 'self' },
    seed,
    design,
    assignments,
    ...(analysis ? { analysis } : {}),
    ...(audit === undefined ? {} : { audit }),
    scenarios: [
      scenario(undefined, created),
      ...Object.entries(created.variants ?? {}).map(([name, one]) => scenario(name, one)),
    ],
    prompts: { sha256: registered.prompts },
    settings: { sha256: sha256(canonical({ negotiators, calls })), negotiators, ...(calls ? { calls } : {}) },
    rules: { protocol, version, golden_vectors: registered.rules.digest },
    runtime: {
      parley: created.parley,
      node: created.node,
      platform: registered.platform,
      packages: registered.packages,
    },
  }
}

/** The bytes of registration.json: canonical JSON, without a line end, so that its hash is that of the file. */
export const registrationText = (
  created: Stamped<StudyCreated>,
  registered: Omit<Stamped<StudyRegistered>, 'registration'>,
  sha256: Sha256,
): string => canonical(registrationOf(created, registered, sha256))

/** SHA-256 of every template that the scenarios' prompts may be rendered by, the protocol's own included. */
export function promptsHash(scenarios: readonly Scenario[], sha256: Sha256): string {
  return sha256(
    canonical(
      scenarios.map(({ templates, protocol }) => ({ own: templates, protocol: DEFAULTS[protocol.type] })),
    ),
  )
}
