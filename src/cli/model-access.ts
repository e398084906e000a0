/** How the command line reaches models: keys and base URLs from the environment or an env file. */
import { readFile } from 'node:fs/promises'
import { UserError } from '../core/problem.ts'
import { makeClient } from '../models/exchange.ts'
import { accessOf, type Env, secretsOf, withEnvFile } from '../models/keys.ts'
import { isModel } from '../negotiators/registry.ts'
import type { Study } from '../study/load.ts'
import type { ModelOptions } from '../study/models.ts'

/** The environment, with the variables of an env file where it has none of its own. Throws a UserError. */
export async function readEnv(env: Env, file: string | undefined): Promise<Env> {
  if (file === undefined) return env
  try {
    return withEnvFile(env, await readFile(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message =
      code === 'ENOENT'
        ? 'There is no such file of keys.'
        : `The file of keys cannot be read: ${code ?? 'unknown'}.`
    throw new UserError([{ file, message }])
  }
}

/** Makes the clients of a study's models. */
export const clientsFrom =
  (study: Study, env: Env): NonNullable<ModelOptions['client']> =>
  async (name, spec) =>
    makeClient(spec.provider, accessOf(spec, env, name, study.file))

/** Blanks every key that the study's models could use: for whatever is printed of a provider's own words. */
export function keepSecret(study: Study, env: Env): (text: string) => string {
  const { redact } = secretsOf(Object.values(study.negotiators).filter(isModel), env)
  return redact
}
