import type { Protocol } from '../contract.ts'
import { ask, check, format } from './check.ts'
import type { Config, State, Submission, View } from './machine.ts'
import { absent, actor, apply, configure, fault, outcome, start, view } from './machine.ts'
import { actions, present } from './present.ts'
import { type Settings, settings } from './settings.ts'

export type { Config, Entry, Offer, Repair, State, Submission, View } from './machine.ts'

/** Two parties, binding offers in turn. */
export const alternatingOffers: Protocol<Settings, Config, State, View, Submission> = {
  name: 'alternating-offers',
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
  present,
  outcome,
}
