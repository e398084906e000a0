/**
 * What tests get as `fast-check` (vitest.config.ts puts it in its place): generated inputs come from one seed, so that
 * a run of the tests tells the same on every machine. To look further than that, from anywhere and for longer:
 * `PROPERTY_SEED=random PROPERTY_RUNS=50 npx vitest run --testTimeout=0 <files>` makes fifty times as many.
 */
import { createRequire } from 'node:module'
import type FastCheck from 'fast-check'

const fc: typeof FastCheck = createRequire(import.meta.url)('fast-check')

const { PROPERTY_SEED: seed = '1', PROPERTY_RUNS: runs = '1' } = process.env
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })

const assert = ((property, parameters = {}) =>
  fc.assert(property, {
    ...parameters,
    numRuns: (parameters.numRuns ?? 100) * Number(runs),
  })) as typeof fc.assert

export default { ...fc, assert }
