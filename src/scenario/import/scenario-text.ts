/** A game that was read, as the text of a scenario.yaml. */
import { Document, type Node, Scalar } from 'yaml'
import type { ConfigLine } from './config-lines.ts'

export interface ImportedParty extends ConfigLine {
  readonly points: readonly (readonly string[])[]
  readonly threshold: string
}

export interface Imported {
  readonly id: string
  readonly parties: readonly ImportedParty[]
  /** How many options each issue has. */
  readonly options: readonly number[]
  /** The option of each issue that opens the game, from 0. */
  readonly deal?: readonly number[]
}

/** Rounds of talk before the last, which decides: the games' authors play 24 turns of six parties. */
const ROUNDS = 4

/** Writes the scenario: p1 and p2 hold vetoes, all but one must reach their thresholds, p1 makes the last offer. */
export function scenarioText({ id, parties, options, deal }: Imported): string {
  const document = new Document()
  const flow = (value: unknown): Node => document.createNode(value, { flow: true })
  const letters = options.map((_, i) => String.fromCharCode(65 + i))
  const optionsOf = (i: number): string[] =>
    Array.from({ length: options[i]! }, (_, k) => `${letters[i]}${k + 1}`)
  const proposer = idOf(parties.find(({ role }) => role === 'p1')!)
  const folded = new Scalar(
    `${parties.length} parties settle one package of ${options.length} issues, ${letters[0]} to ${letters.at(-1)}, ` +
      'each with its numbered options.',
  )
  folded.type = 'BLOCK_FOLDED'
  document.contents = document.createNode({
    format: 1,
    id,
    title: `LLM-Deliberation game (${id})`,
    situation: folded,
    issues: letters.map((letter, i) => ({ id: letter, type: 'choice', options: flow(optionsOf(i)) })),
    parties: parties.map((party) => ({
      id: idOf(party),
      label: party.name,
      ...(party.role !== 'player' && { veto: true }),
      reservation: number(party.threshold),
      points: Object.fromEntries(
        letters.map((letter, i) => [
          letter,
          flow(Object.fromEntries(optionsOf(i).map((option, k) => [option, number(party.points[i]![k]!)]))),
        ]),
      ),
      vars: { role: party.role, incentive: party.incentive },
    })),
    protocol: {
      type: 'package-votes',
      rounds: ROUNDS + 1,
      opener: proposer,
      scratchpad: true,
      accept: 'all-but-one',
      agreement: 'sheets',
      settle: 'last-round',
      final_proposer: proposer,
      ...(deal && {
        opening_package: flow(
          Object.fromEntries(letters.map((letter, i) => [letter, optionsOf(i)[deal[i]!]])),
        ),
        opening_party: proposer,
      }),
    },
    information: 'private',
  }) as unknown as typeof document.contents
  document.commentBefore =
    ' Made by `parley import llm-deliberation`. A deal passes with all but one party at or above their thresholds,\n' +
    ' both veto parties among them. What the options mean is for you to add: "situation", and "describe" of an issue.'
  return document.toString({ lineWidth: 110, flowCollectionPadding: true })
}

/** The file's name serves as the id, made to fit where it does not. */
export function idOf({ file }: { readonly file: string }): string {
  const fitting = file.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 63)
  return /^[A-Za-z]/.test(fitting) ? fitting : `p${fitting}`
}

/** A number as it was written, so that no digit is lost and no zero added. */
function number(text: string): Scalar {
  const scalar = new Scalar(Number(text))
  scalar.source = text
  return scalar
}
