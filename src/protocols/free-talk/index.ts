import type { Protocol } from '../contract.ts'
import { ask, check, format, readsText } from './check.ts'
import type { Config, State, Submission, View } from './machine.ts'
import { absent, actor, apply, configure, fault, outcome, start, view } from './machine.ts'
import { actions, present } from './present.ts'
import { type Settings, settings } from './settings.ts'

export type {
  Closed,
  Config,
  Entry,
  Fields,
  ObserverRules,
  ObserverView,
  PartyView,
  Reading,
  State,
  Submission,
  TalkRules,
  View,
} from './machine.ts'

/** Two parties, plain words in turn, and an observer who says when they have agreed. */
export const freeTalk: Protocol<Settings, Config, State, View, Submission> = {
  name: 'free-talk',
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
  ask,
  readsText,
  present,
  outcome,
}
