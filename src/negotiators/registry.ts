/** Makes negotiators from what a study writes for them. A new script is added here and in spec.ts. */
import { UserError } from '../core/problem.ts'
import { randomOf } from '../core/random.ts'
import type { Negotiator } from './contract.ts'
import { modelNegotiator } from './model/negotiator.ts'
import type { ModelTools } from './model/tools.ts'
import { frequency } from './scripts/frequency.ts'
import { hardliner } from './scripts/hardliner.ts'
import { micro } from './scripts/micro.ts'
import { play, type Script } from './scripts/player.ts'
import { randomWalker } from './scripts/random.ts'
import { SILENT, speakerOf } from './scripts/speech.ts'
import { type Stance, stanceOf } from './scripts/stance.ts'
import { timeDependent } from './scripts/time-dependent.ts'
import { titForTat } from './scripts/tit-for-tat.ts'
import { isModel, type NegotiatorSpec, type ScriptSpec } from './spec.ts'

export {
  isModel,
  type ModelSpec,
  type NegotiatorSpec,
  negotiatorSpec,
  SCRIPTS,
  type ScriptName,
} from './spec.ts'

/** The protocol that all scripts so far are written for. */
const PROTOCOL = 'alternating-offers'

/** Whether a negotiator of this kind can play the protocol of that name. Models play any. */
export const plays = (spec: NegotiatorSpec, protocol: string): boolean =>
  isModel(spec) || protocol === PROTOCOL

/** Throws a UserError where `plays` is false: for a study that is being loaded. `file` is where it was written. */
export function mustPlay(name: string, spec: NegotiatorSpec, protocol: string, file: string): void {
  if (isModel(spec) || plays(spec, protocol)) return
  throw new UserError([
    {
      file,
      path: `negotiators.${name}`,
      message: `the script ${spec.script} cannot play ${protocol}`,
      found: protocol,
      expected: PROTOCOL,
      mend: `Choose a scenario whose protocol is ${PROTOCOL}.`,
    },
  ])
}

/**
 * A negotiator ready to sit down. `name` is what the study calls it; settings are those of `spec`. A model needs
 * `tools`: throws an Error without them.
 */
export function makeNegotiator(name: string, spec: NegotiatorSpec, tools?: ModelTools): Negotiator {
  if (isModel(spec)) {
    if (!tools) throw new Error(`the model negotiator ${name} was given nothing to call with`)
    return modelNegotiator(name, spec, tools)
  }
  return {
    name,
    sit: (brief, seed) => {
      const stance = stanceOf(brief)
      const speaker = spec.speech === 'none' ? SILENT : speakerOf(stance, brief.seat, seed)
      return play(scriptOf(spec, stance, brief.seat, seed), stance, brief.seat, seed, speaker)
    },
  }
}

/** Between even concessions on all issues (0) and wholly drawn ones (1); see BidSpace.direction. */
const SKEW = 0.5

// biome-ignore lint/suspicious/noExplicitAny: each script has a memory of its own, handed back to it alone
function scriptOf(spec: ScriptSpec, stance: Stance, seat: string, seed: string): Script<any> {
  const direction = () => stance.space.direction(randomOf(seed, seat, 'direction'), SKEW)
  switch (spec.script) {
    case 'time-dependent':
    case 'boulware':
    case 'conceder':
      return timeDependent(stance, spec, direction())
    case 'linear':
      return timeDependent(stance, { ...spec, exponent: 1 }, direction())
    case 'tit-for-tat':
      return titForTat(stance, spec, direction(), { seed, seat })
    case 'hardliner':
      return hardliner(stance)
    case 'random':
      return randomWalker(stance)
    case 'micro':
      return micro(stance, spec.rungs, direction(), { seed, seat })
    case 'frequency':
      return frequency(stance, spec, direction())
  }
}
