/** Scenarios and studies that the benches play, made in memory. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type NegotiatorSpec, negotiatorSpec } from '../src/negotiators/registry.ts'
import { parsePack } from '../src/scenario/pack.ts'
import type { Scenario } from '../src/scenario/types.ts'
import { makeStudy, type Study } from '../src/study/load.ts'

/** A scenario from its text. */
export const scenarioOf = (text: string): Scenario => {
  const { scenario, problems } = parsePack({ 'scenario.yaml': text })
  if (!scenario) throw new Error(problems.map(({ message }) => message).join('\n'))
  return scenario
}

const CONCERT = fileURLToPath(new URL('../scenarios/concert-tickets/scenario.yaml', import.meta.url))
/** The shipped concert tickets, with as many turns. */
export const concert = (turns = 12): Scenario =>
  scenarioOf(readFileSync(CONCERT, 'utf8').replace(/turns: \d+/, `turns: ${turns}`))

export interface Spec {
  readonly negotiator: unknown
  readonly negotiations: number
  readonly folder?: string
}

/** A study of one negotiator against itself, each party opening half of the negotiations. */
export function studyOf(scenario: Scenario, { negotiator, negotiations, folder = '' }: Spec): Study {
  const spec: NegotiatorSpec = negotiatorSpec.parse(negotiator)
  const parties = scenario.parties.map(({ id }) => id)
  const seats = Object.fromEntries(parties.map((party) => [party, 'one']))
  const written = {
    format: 1 as const,
    id: 'bench',
    title: 'Bench',
    scenario: '',
    seed: 'bench',
    negotiators: { one: spec },
    pairings: { same: seats },
    opener: parties,
    repetitions: negotiations / 2,
  }
  return makeStudy(written, { file: '', folder, scenarioFolder: '', place: (path) => path }, scenario)
}
