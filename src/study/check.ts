/** What a schema cannot say of a study: that its parts know each other, and that its names are safe. */
import type { Problem } from '../core/problem.ts'
import { observes, plays, whoPlays } from '../negotiators/registry.ts'
import { RULE_OBSERVER } from '../negotiators/rule-observer.ts'
import { ruleObserverProblems } from '../negotiators/scripts/talk/observer.ts'
import { termProblems } from '../negotiators/scripts/talk/terms.ts'
import { isObserver, OBSERVER } from '../protocols/seats.ts'
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
  const observed = scenario !== undefined && isObserved(scenario)
  const seats = observed ? [...parties!, OBSERVER] : parties
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
  for (const [pairing, sitting] of Object.entries(study.pairings)) {
    for (const [party, negotiator] of Object.entries(sitting)) {
      used.add(negotiator)
      if (party === OBSERVER && parties && !seats?.includes(party))
        tell(['pairings', pairing, party], { message: NOT_OBSERVED, found: party }, 'key')
      else if (seats && !seats.includes(party))
        tell(['pairings', pairing, party], unknown('party', party, parties!), 'key')
      if (!negotiators.includes(negotiator)) {
        tell(['pairings', pairing, party], unknown('negotiator', negotiator, negotiators))
      }
    }
    const missing = parties?.filter((party) => !Object.hasOwn(sitting, party)) ?? []
    for (const party of missing) {
      const message = `Pairing "${pairing}" has no negotiator for the party "${party}".`
      tell(['pairings', pairing], { message, expected: `${party}: one of ${negotiators.join(', ')}` }, 'key')
    }
  }
  const { observer } = study
  if (observer !== undefined) {
    used.add(observer)
    if (parties && !observed) tell(['observer'], { message: NOT_OBSERVED, found: observer })
    if (!negotiators.includes(observer)) tell(['observer'], unknown('negotiator', observer, negotiators))
  } else if (observed) {
    for (const pairing of Object.keys(study.pairings).filter((name) => !study.pairings[name]![OBSERVER])) {
      const message = `Nobody observes the talks of pairing "${pairing}", and the scenario's talks are closed by an observer.`
      const mend = 'name a negotiator that observes: "observer:" for the whole study, or in the pairing'
      tell(['pairings', pairing], { message, mend, expected: `one of ${negotiators.join(', ')}` }, 'key')
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

const NOT_OBSERVED = 'Nothing is observed in this scenario: it is no free talk with an observer.'

/** Whether talks of the scenario are closed by an observer. */
export const isObserved = ({ protocol, observer }: Scenario): boolean =>
  protocol.type === 'free-talk' && observer !== undefined

/** Who takes the first turn unless the study says: a talk has one first speaker, in all else each party is one. */
export function usualOpeners({ protocol: { type, settings }, parties }: Scenario): string[] {
  const all = parties.map(({ id }) => id)
  if (type !== 'free-talk') return all
  return typeof settings.opener === 'string' ? [settings.opener] : all.slice(0, 1)
}

/** Whether this version can play and score the scenarios with these negotiators. */
export function checkPlay(study: StudyFile, source: Source, scenarios: readonly Scenario[]): Problem[] {
  const [scenario] = scenarios as [Scenario, ...Scenario[]]
  const { type } = scenario.protocol
  const talks = type === 'free-talk'
  const sitting = Object.values(study.pairings).flatMap((seats) => Object.entries(seats))
  const observers = new Set([
    ...(study.observer === undefined ? [] : [study.observer]),
    ...sitting.flatMap(([seat, name]) => (isObserver(seat) ? [name] : [])),
  ])
  const parties = new Set(sitting.flatMap(([seat, name]) => (isObserver(seat) ? [] : [name])))
  const problems = Object.entries(study.negotiators).flatMap(([name, spec]) => {
    const watches = talks && observers.has(name)
    const at = ['negotiators', name, 'script']
    const script = 'script' in spec ? (spec.script ?? '') : ''
    if (watches && !observes(spec)) {
      const message = `The script ${script} cannot observe.`
      const expected = `${RULE_OBSERVER}, or a model`
      return [source.problem(at, { message, found: script, expected, mend: `seat ${expected}` })]
    }
    // One that only observes may wait for later readings without a seat.
    if ((talks && !parties.has(name) && observes(spec)) || plays(spec, type)) return []
    const message = observes(spec)
      ? `The script ${script} cannot play a party: it observes, and says nothing.`
      : `The script ${script} cannot play the scenario's protocol.`
    return [source.problem(at, { message, found: type, ...whoPlays(type) })]
  })
  if (study.audit !== undefined && !isObserved(scenario)) {
    const message = 'Only talks that an observer closes can be audited.'
    problems.push(source.problem(['audit'], { message, found: type }))
  }
  if (talks) return [...problems, ...talkProblems(study, source, scenarios)]
  if (isScored(scenario)) return problems
  const message =
    'The scenario gives points to no party, or not to all, so that a study of it cannot be scored.'
  return [...problems, source.problem(['scenario'], { message, found: scenario.id })]
}

/** Scripts talk with the words of the pack: each scenario must have them. */
function talkProblems(study: StudyFile, source: Source, scenarios: readonly Scenario[]): Problem[] {
  const specs = Object.values(study.negotiators).flatMap((spec) => ('script' in spec ? [spec.script] : []))
  const rules = specs.includes(RULE_OBSERVER)
  const talkers = specs.some((script) => script !== undefined && script !== RULE_OBSERVER)
  return scenarios.flatMap((scenario) => {
    const file = `scenario ${scenario.id}`
    const lacks = rules ? ruleObserverProblems(scenario, file) : talkers ? termProblems(scenario, file) : []
    return lacks.map(({ file: _, path: __, ...told }) =>
      source.problem(['scenario'], { ...told, found: scenario.id }),
    )
  })
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
