/** What each check of a published folder found, in words. */
import type { Depth } from '../record/difference.ts'
import type { Sha256 } from '../record/hash.ts'
import type { Finding } from './finding.ts'
import { scorerHere } from './identity.ts'
import type { Manifest } from './manifest.ts'
import { FILES } from './names.ts'
import type { Published } from './publish.ts'

export interface CheckResult {
  readonly name: string
  readonly status: 'passed' | 'failed' | 'not-checked'
  /** What was checked, in a few words. */
  readonly checked: string
  readonly findings: readonly Finding[]
}

/** What one of the checks found; `done`: whether there was something to check. */
export const result = (
  name: string,
  checked: string,
  findings: readonly Finding[],
  done = true,
): CheckResult => ({
  name,
  status: findings.length > 0 ? 'failed' : done ? 'passed' : 'not-checked',
  checked,
  findings,
})

function depthWords(depth: Depth, checked: number, { calls, whole }: Published): string {
  if (depth === 'chain')
    return `${checked} events, each linked to the one before; what is opened fits its commitment`
  if (depth === 'rules')
    return `${checked} negotiations replayed and scored again; the registration against the record`
  const rest = calls - whole
  const others = rest > 0 ? `; ${rest} without what is left out of earlier replies in them` : ''
  return `${calls} requests rendered again: ${whole} are the bytes whose hash the record holds${others}`
}

/** Each depth of the record's own check. */
export function depthResults(published: Published | undefined, record: readonly Finding[]): CheckResult[] {
  if (!published) return [result('record', 'not read to its end', record, false)]
  return published.depths.map(({ depth, status, checked, differences }) => {
    const findings = differences.map(({ place, message, found, expected }) => ({
      file: place.startsWith('study') ? FILES.study : FILES.negotiations,
      place,
      message,
      ...(found === undefined ? {} : { found }),
      ...(expected === undefined ? {} : { expected }),
    }))
    const words =
      status === 'not-applicable'
        ? 'no negotiation has calls to models'
        : depthWords(depth, checked, published)
    return result(depth, words, findings, status !== 'not-applicable')
  })
}

/** Every assignment is one of four things, and every negotiation is an assignment. */
export function attemptsResult(published: Published | undefined): CheckResult {
  if (!published) return result('attempts', 'not counted', [], false)
  const count = (status: string): number =>
    published.attempts.filter(({ observation }) => observation.status === status).length
  const words = `${published.attempts.length} assignments: ${count('completed')} completed, ${count('unknown')} interrupted, ${count('running')} running, ${count('planned')} not started`
  const findings = published.strangers.map((id) => ({
    file: FILES.negotiations,
    place: id,
    message: 'No assignment has this id.',
  }))
  return result('attempts', words, findings)
}

/** Another scorer need not lead to other results; where it does, the tables say so. */
export function scorerResult(
  published: Published | undefined,
  manifest: Manifest | undefined,
  sha256: Sha256,
  notes: string[],
): CheckResult {
  const { digest, parley } = scorerHere(sha256, published?.plan.created.protocol)
  const registered = published?.plan.now.rules?.digest
  const short = (hash: string): string => hash.slice(0, 12)
  const writer = manifest?.rules.golden_vectors
  const words = `used: rules ${short(digest)} of Parley ${parley}; registered: ${registered === undefined ? 'never' : `rules ${short(registered)}`}`
  if (writer !== undefined && writer !== digest) {
    notes.push(
      `The folder was written by the rules ${short(writer)} of Parley ${manifest?.parley}; those used here are ${short(digest)}.`,
    )
  }
  const findings: Finding[] =
    registered !== undefined && registered !== digest
      ? [
          {
            file: FILES.registration,
            message: 'The scorer used here is not the one that was registered.',
            found: digest,
            expected: registered,
          },
        ]
      : []
  return result('scorer', words, findings)
}
