import type { Protocol } from '../contract.ts'
import { ask, check, format, publicText } from './check.ts'
import { configure } from './configure.ts'
import type { Config, State, Submission, View } from './machine.ts'
import { absent, actor, apply, fault, outcome, start } from './machine.ts'
import { actions, present } from './present.ts'
import { type Settings, settings } from './settings.ts'
import { view } from './view.ts'

export type {
  Config,
  Entry,
  LiveOffer,
  Offer,
  Repair,
  Rules,
  State,
  Submission,
  View,
  Vote,
} from './machine.ts'

/** Two parties or more, whole packages, votes that can be changed, vetoes, and walking away. */
export const packageVotes: Protocol<Settings, Config, State, View, Submission> = {
  name: 'package-votes',
  version: 1,
  settings,
  configure,
  start,
  actor,
  view,
  actions,
  check,
  apply,
  fault,
  absent,
  format,
  publicText,
  ask,
  present,
  outcome,
}
