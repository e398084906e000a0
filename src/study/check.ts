/** What a schema cannot say of a study: that its parts know each other, and that its names are safe. */
import type { Problem } from '../core/problem.ts'
import { plays, whoPlays } from '../negotiators/registry.ts'
import { nearest } from '../scenario/nearest.ts'
import { isScored } from '../scenario/score.ts'
import type { Path, Source } from '../scenario/source.ts'
import type { Scenario } from '../scenario/types.ts'
import type { StudyFile, StudyParts } from './schema.ts'

/** Everything that is wrong between the parts of a study; parties are checked where the scenario is known. */
export function checkParts(study: StudyParts, source: Source, scenario?: Scenario): Problem[] {
  const problems: Problem[] = []
  const tell = (path: Path, told: Omit<Problem, 'file'>, key?: 'key'): void =>
    void problems.push(source.problem(path, told, key))
  const negotiators = Object.keys(study.negotiators)
  const parties = scenario?.parties.map(({ id }) => id)
  const used = new Set<string>()

  for (const [where, list] of [
    ['negotiators', negotiators],
    ['pairings', Object.keys(study.pairings)],
  ] as const) {
    for (const [name, first] of sameButCase(list)) {
      const message = `"${name}" differs from "${first}" in capital letters alone, and ids are written without them.`
      tell([where, name], { message, found: name, mend: 'give one of them another name' }, 'key')
    }
  }
  for (const [pairing, seats] of Object.entries(study.pairings)) {
    for (const [party, negotiator] of Object.entries(seats)) {
      used.add(negotiator)
      if (parties && !parties.includes(party))
        tell(['pairings', pairing, party], unknown('party', party, parties), 'key')
      if (!negotiators.includes(negotiator)) {
        tell(['pairings', pairing, party], unknown('negotiator', negotiator, negotiators))
      }
    }
    const missing = parties?.filter((party) => !Object.hasOwn(seats, party)) ?? []
    for (const party of missing) {
      const message = `Pairing "${pairing}" has no negotiator for the party "${party}".`
      tell(['pairings', pairing], { message, expected: `${party}: one of ${negotiators.join(', ')}` }, 'key')
    }
  }
  for (const name of negotiators.filter((negotiator) => !used.has(negotiator))) {
    const message = `Negotiator "${name}" sits in no pairing.`
    tell(['negotiators', name], { message, severity: 'warning' }, 'key')
  }
  study.opener?.forEach((party, i) => {
    if (parties && !parties.includes(party)) tell(['opener', i], unknown('party', party, parties))
    if (study.opener!.indexOf(party) < i) {
      const message = `"${party}" opens twice; every opener opens equally often.`
      tell(['opener', i], { message, found: party, mend: 'list each party once' })
    }
  })
  return problems
}

/** Whether this version can play and score the scenario with these negotiators. */
export function checkPlay(study: StudyFile, source: Source, scenario: Scenario): Problem[] {
  const { type } = scenario.protocol
  const problems = Object.entries(study.negotiators)
    .filter(([, spec]) => !plays(spec, type))
    .map(([name, spec]) => {
      const message = `The script ${'script' in spec ? spec.script : ''} cannot play the scenario's protocol.`
      return source.problem(['negotiators', name, 'script'], { message, found: type, ...whoPlays(type) })
    })
  if (isScored(scenario)) return problems
  const message =
    'The scenario gives points to no party, or not to all, so that a study of it cannot be scored.'
  return [...problems, source.problem(['scenario'], { message, found: scenario.id })]
}

function unknown(kind: string, name: string, known: readonly string[]): Omit<Problem, 'file'> {
  const close = nearest(name, known)
  return {
    message: `There is no ${kind} "${name}".`,
    found: name,
    expected: `one of ${known.join(', ')}`,
    ...(close === undefined ? {} : { mend: `did you mean "${close}"?` }),
  }
}

/** Each name that an earlier one equals but for its case, with that earlier one. */
function sameButCase(names: readonly string[]): [name: string, first: string][] {
  const seen = new Map<string, string>()
  return names.flatMap((name): [string, string][] => {
    const first = seen.get(name.toLowerCase())
    if (first !== undefined) return [[name, first]]
    seen.set(name.toLowerCase(), name)
    return []
  })
}
