/** Makes negotiators from what a study writes for them. A new script is added here and in spec.ts. */
import { UserError } from '../core/problem.ts'
import { randomOf } from '../core/random.ts'
import type { SeatView } from '../protocols/contract.ts'
import type { Brief } from '../scenario/types.ts'
import type { Negotiator, Player } from './contract.ts'
import { modelNegotiator } from './model/negotiator.ts'
import type { ModelTools } from './model/tools.ts'
import { RULE_OBSERVER } from './rule-observer.ts'
import { frequency } from './scripts/frequency.ts'
import { hardliner } from './scripts/hardliner.ts'
import { micro } from './scripts/micro.ts'
import { play, type Script } from './scripts/player.ts'
import { randomWalker } from './scripts/random.ts'
import { SILENT, speakerOf } from './scripts/speech.ts'
import { type Stance, stanceOf } from './scripts/stance.ts'
import { ruleObserver } from './scripts/talk/observer.ts'
import { talkScript } from './scripts/talk/talkers.ts'
import { timeDependent } from './scripts/time-dependent.ts'
import { titForTat } from './scripts/tit-for-tat.ts'
import { acceptance } from './scripts/votes/acceptance.ts'
import { concedingVotes, hardlinerVotes, randomVotes, walker } from './scripts/votes/concede.ts'
import { mediator } from './scripts/votes/mediator.ts'
import { playVotes, type VoteScript } from './scripts/votes/player.ts'
import { SILENT_VOTES, voteSpeakerOf } from './scripts/votes/speech.ts'
import { isModel, isPerson, type NegotiatorSpec, SCRIPTS, type ScriptName, type ScriptSpec } from './spec.ts'

export {
  isModel,
  isPerson,
  type ModelSpec,
  type NegotiatorSpec,
  negotiatorSpec,
  RULE_OBSERVER,
  SCRIPTS,
  type ScriptName,
} from './spec.ts'

/** The names of the scripts that play a protocol at a party's seat. */
export const scriptsFor = (protocol: string): ScriptName[] =>
  SCRIPTS.filter(
    ({ name, protocols }) => name !== RULE_OBSERVER && (protocols as readonly string[]).includes(protocol),
  ).map(({ name }) => name)

/** Whether a negotiator of this kind can play the protocol of that name. Models and people play any. */
export const plays = (spec: NegotiatorSpec, protocol: string): boolean =>
  isModel(spec) || isPerson(spec) || scriptsFor(protocol).includes(spec.script)

/** Whether a negotiator of this kind can sit as an observer. */
export const observes = (spec: NegotiatorSpec): boolean =>
  isModel(spec) || isPerson(spec) || spec.script === RULE_OBSERVER

/** Throws a UserError where `plays` is false: for a study that is being loaded. `file` is where it was written. */
export function mustPlay(name: string, spec: NegotiatorSpec, protocol: string, file: string): void {
  if (isModel(spec) || isPerson(spec) || plays(spec, protocol)) return
  throw new UserError([
    {
      file,
      path: `negotiators.${name}`,
      message: `The script ${spec.script} cannot play ${protocol}.`,
      found: spec.script,
      ...whoPlays(protocol),
    },
  ])
}

/** What to write instead of a script that cannot play a protocol. */
export function whoPlays(protocol: string): { readonly expected: string; readonly mend: string } {
  const names = scriptsFor(protocol)
  return names.length === 0
    ? { expected: 'a model', mend: `no script plays ${protocol}: seat a model, or choose another scenario` }
    : { expected: `one of ${names.join(', ')}`, mend: `choose a script that plays ${protocol}, or a model` }
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
  if (isPerson(spec)) throw new Error(`nobody was asked to sit down as the person ${name}`)
  return { name, sit: (brief, seed) => sit(spec, brief, seed) }
}

/** Takes a seat; which protocol is played there shows with the first view. */
function sit(spec: ScriptSpec, brief: Brief, seed: string): Player {
  const { seat } = brief
  if (spec.script === RULE_OBSERVER) return ruleObserver(brief)
  if (!('speech' in spec)) return talkScript(spec, brief, seed)
  const stance = stanceOf(brief)
  const silent = spec.speech === 'none'
  let player: Player | undefined
  const seated = (view: SeatView): Player => {
    if (isVotes(view)) {
      const speaker = silent ? SILENT_VOTES : voteSpeakerOf(stance, seat, seed)
      return playVotes(voteScriptOf(spec, stance, brief, seed), stance, seat, seed, speaker)
    }
    const speaker = silent ? SILENT : speakerOf(stance, seat, seed)
    return play(scriptOf(spec, stance, seat, seed), stance, seat, seed, speaker)
  }
  return {
    reply: (view) => {
      player ??= seated(view)
      return player.reply(view)
    },
  }
}

/** Views of package votes alone tell the rules of a table of many. */
const isVotes = (view: SeatView): boolean => 'rules' in view

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
    default:
      throw new RangeError(`the script ${spec.script} does not play alternating offers`)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function voteScriptOf(spec: ScriptSpec, stance: Stance, brief: Brief, seed: string): VoteScript<any> {
  const direction = () => stance.space.direction(randomOf(seed, brief.seat, 'direction'), SKEW)
  switch (spec.script) {
    case 'time-dependent':
    case 'boulware':
    case 'conceder':
      return concedingVotes(stance, spec, direction())
    case 'linear':
      return concedingVotes(stance, { ...spec, exponent: 1 }, direction())
    case 'hardliner':
      return hardlinerVotes(stance)
    case 'random':
      return randomVotes(stance)
    case 'acceptance':
      return acceptance(stance, spec)
    case 'mediator':
      return mediator(stance, brief, spec)
    case 'walker':
      return walker(stance, spec, direction())
    default:
      throw new RangeError(`the script ${spec.script} does not play package votes`)
  }
}
