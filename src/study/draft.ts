/** The text of a new study.yaml, with comments that say what can be changed: what `parley init` writes. */

import type { ProviderName } from '../models/wire/contract.ts'
import type { ScriptName } from '../negotiators/registry.ts'
import { RULE_OBSERVER } from '../negotiators/rule-observer.ts'
import { USUAL_PARAMS } from '../negotiators/usual-params.ts'

export interface DraftNegotiator {
  readonly name: string
  readonly spec: { readonly script: ScriptName } | { readonly provider: ProviderName; readonly model: string }
}

export interface Draft {
  readonly id: string
  readonly title: string
  /** The scenario's folder, seen from the study's. */
  readonly scenario: string
  readonly seed: string
  readonly parties: readonly string[]
  /** Who takes the first turn; every party unless given. */
  readonly openers?: readonly string[]
  /** Free talk that an observer closes. */
  readonly observed?: boolean
  readonly negotiators: readonly DraftNegotiator[]
  readonly repetitions: number
}

/** Each negotiator plays against itself; with two or more, the first two also meet each other. */
export function draftStudy(draft: Draft): string {
  const { id, title, scenario, seed, parties, negotiators, repetitions, observed } = draft
  const openers = draft.openers ?? parties
  const observer = observed ? observerOf(negotiators) : undefined
  const seats = (who: (place: number) => string): string =>
    `{ ${parties.map((party, i) => `${party}: ${who(i)}`).join(', ')} }`
  const [first, second] = negotiators
  const mixed =
    first && second
      ? [`  ${first.name}-${second.name}: ${seats((i) => (i === 0 ? first.name : second.name))}`]
      : []
  return `# A study: who negotiates with whom, over what, and how often. \`parley validate\` says what is wrong with it,
# \`parley plan\` shows the design and what it may cost, \`parley register\` fixes it, \`parley run\` plays it.
format: 1
id: ${id}
title: ${JSON.stringify(title)}
scenario: ${JSON.stringify(scenario)}

# Any words: the order of the negotiations and every draw of a script come from it.
seed: ${JSON.stringify(seed)}

negotiators:
${[...negotiators, ...(observer ? [observer] : [])].map(({ name, spec }) => `  ${name}: ${specText(spec)}`).join('\n')}
${observer ? `\n# Who reads each talk unseen, and says when the two have agreed, and on what kind of thing.\nobserver: ${observer.name}\n` : ''}
# Who sits for which party.
pairings:
${[...negotiators.map(({ name }) => `  ${name}: ${seats(() => name)}`), ...mixed].join('\n')}

# Who takes the first turn, each equally often.
opener: [${openers.join(', ')}]
${mixed.length > 0 ? '\n# The negotiators of a pairing also change places.\nroles: rotate\n' : '\n# roles: rotate      # the negotiators of a pairing also change places\n'}
# Blocks: each holds every pairing with each opener${mixed.length > 0 ? ' and role' : ''} once, in an order drawn from the seed.
repetitions: ${repetitions}

# What else is varied: any value of the scenario, or its prompts.
# factors:
#   information: { path: information, levels: [private, common] }
#   wording: { levels: { usual: {}, curt: { prompts: curt-prompts } } }

# What is compared, fixed before anything is played. confirmatory: with tests and intervals; descriptive: without.
analysis:
  kind: descriptive
  primary: ${observed ? 'agreement' : 'joint-gain'}${
    second && first
      ? `
  comparisons:
    - { of: ${second.name}, minus: ${first.name} }`
      : ''
  }
`
}

/** A model of those that talk, in a seat of its own; scripts alone are read by rules. */
function observerOf(negotiators: readonly DraftNegotiator[]): DraftNegotiator {
  const names = negotiators.map(({ name }) => name)
  const name = names.includes('observer') ? 'silent-observer' : 'observer'
  const model = negotiators.find(({ spec }) => !('script' in spec))
  return { name, spec: model?.spec ?? { script: RULE_OBSERVER } }
}

const specText = (spec: DraftNegotiator['spec']): string =>
  'script' in spec
    ? `{ script: ${spec.script} }`
    : `{ provider: ${spec.provider}, model: ${JSON.stringify(spec.model)}, params: ${flow(USUAL_PARAMS[spec.provider])} }`

/** As YAML on one line. */
const flow = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `{ ${Object.entries(value)
        .map(([key, one]) => `${key}: ${flow(one)}`)
        .join(', ')} }`
    : String(value)
