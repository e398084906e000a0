/** What tables need of the world, from the environment of whoever starts the server. */
import { makeClient } from '../../../models/exchange.ts'
import { accessOf, type Env, secretsOf } from '../../../models/keys.ts'
import { PROVIDERS } from '../../../models/wire/contract.ts'
import { isModel } from '../../../negotiators/registry.ts'
import { makePricer } from '../../../study/pricing.ts'
import type { World } from './table.ts'

/** Models are reached as `parley run` reaches them: keys and base URLs from the environment. */
export const makeWorld = (
  env: Env,
  rest: Pick<World, 'now' | 'random' | 'versions'> & Partial<Pick<World, 'pricer'>>,
): World => ({
  pricer: makePricer(),
  ...rest,
  client: (name, spec, study) => makeClient(spec.provider, accessOf(spec, env, name, study.file)),
  secret(study) {
    const { redact } = secretsOf(Object.values(study.negotiators).filter(isModel), env)
    return redact
  },
})

/** The providers that the environment has a key for. */
export const providersWithKeys = (env: Env): string[] =>
  PROVIDERS.filter((provider) => {
    try {
      accessOf({ provider }, env, provider, 'the environment')
      return true
    } catch {
      return false
    }
  })
