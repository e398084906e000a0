/** The text of a new study.yaml, with comments that say what can be changed: what `parley init` writes. */
import type { ScriptName } from '../negotiators/registry.ts'

export interface DraftNegotiator {
  readonly name: string
  readonly spec: { readonly script: ScriptName } | { readonly provider: string; readonly model: string }
}

export interface Draft {
  readonly id: string
  readonly title: string
  /** The scenario's folder, seen from the study's. */
  readonly scenario: string
  readonly seed: string
  readonly parties: readonly string[]
  readonly negotiators: readonly DraftNegotiator[]
  readonly repetitions: number
}

/** How long replies may be, in each API's own words. */
const LIMITS: Readonly<Record<string, string>> = {
  anthropic: ', params: { max_tokens: 2048 }',
  openai: ', params: { max_output_tokens: 2048 }',
  'openai-chat': ', params: { max_completion_tokens: 2048 }',
  google: ', params: { generationConfig: { maxOutputTokens: 2048 } }',
}

/** Each negotiator plays against itself; with two or more, the first two also meet each other. */
export function draftStudy(draft: Draft): string {
  const { id, title, scenario, seed, parties, negotiators, repetitions } = draft
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
${negotiators.map(({ name, spec }) => `  ${name}: ${specText(spec)}`).join('\n')}

# Who sits for which party.
pairings:
${[...negotiators.map(({ name }) => `  ${name}: ${seats(() => name)}`), ...mixed].join('\n')}

# Who takes the first turn, each equally often.
opener: [${parties.join(', ')}]
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
  primary: joint-gain${
    second && first
      ? `
  comparisons:
    - { of: ${second.name}, minus: ${first.name} }`
      : ''
  }
`
}

const specText = (spec: DraftNegotiator['spec']): string =>
  'script' in spec
    ? `{ script: ${spec.script} }`
    : `{ provider: ${spec.provider}, model: ${JSON.stringify(spec.model)}${LIMITS[spec.provider] ?? ''} }`
