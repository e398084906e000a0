/** What tables need of the world, from the environment of whoever starts the server. */
import { type ModelClient, makeClient } from '../../../models/exchange.ts'
import { accessOf, type Env, secretsOf } from '../../../models/keys.ts'
import { PROVIDERS } from '../../../models/wire/contract.ts'
import { isModel, type ModelSpec } from '../../../negotiators/registry.ts'
import type { Study } from '../../../study/load.ts'
import { makePricer, type Pricer } from '../../../study/pricing.ts'
import type { Versions } from '../../../study/registration.ts'

/** What tables need of the world. */
export interface World {
  now(): Date
  /** 32 hex digits. */
  random(): string
  readonly versions: Versions
  readonly pricer: Pricer
  client(name: string, spec: ModelSpec, study: Study): Promise<ModelClient>
  /** The key of the page that this server shows of a study's folder; undefined where it shows none. */
  studyKey?(folder: string): string | undefined
  /** Blanks the keys of a study's models. */
  secret(study: Study): (text: string) => string
}

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
