/** The hash that names a scenario in the record: SHA-256 of its pack's text, worked out once for each scenario. */
import { packText } from '../scenario/pack.ts'
import type { Scenario } from '../scenario/types.ts'
import { sha256 } from './hash.ts'

const known = new WeakMap<object, string>()

/** 64 hex digits; equal for packs with the same texts under the same paths. */
export const scenarioHash = (scenario: Scenario): string => packHash(scenario.files)

/** The same of a pack's texts by path, as `study.created` holds them. */
export function packHash(files: Readonly<Record<string, string>>): string {
  let hash = known.get(files)
  if (hash === undefined) {
    hash = sha256(packText(files))
    known.set(files, hash)
  }
  return hash
}
