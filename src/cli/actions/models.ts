/** What `parley models check` does. */
import { EXIT, UserError } from '../../core/problem.ts'
import type { ModelClient } from '../../models/exchange.ts'
import { type Env, keyVariable, serverSet } from '../../models/keys.ts'
import type { ModelPrompt } from '../../models/wire/contract.ts'
import { isModel, type ModelSpec } from '../../negotiators/registry.ts'
import { loadStudy, type Study } from '../../study/load.ts'
import type { Asked } from '../check-mend.ts'
import { checkModel, checkText, type ModelCheck } from '../check-model.ts'
import { shapeOf } from '../check-shape.ts'
import type { Options } from '../commands/models.ts'
import type { Io } from '../io.ts'
import { clientsFrom, keepSecret, readEnv } from '../model-access.ts'
import { safeLine } from '../text.ts'

export async function checkModels(path: string, options: Options, io: Io): Promise<void> {
  const study = await loadStudy(path)
  const env = await readEnv(io.env, options.keys)
  const redact = keepSecret(study, env)
  const models = modelsOf(study)
  if (models.length === 0) {
    throw new UserError([
      { file: study.file, path: 'negotiators', message: 'This study has no models to check.' },
    ])
  }
  const clients = await clientsOf(models, clientsFrom(study, env))
  const timeoutMs = study.calls.attempt_seconds * 1000
  const checks = await Promise.all(
    models.map(({ names, spec, shape }, i) =>
      checkModel(names, spec, clients[i]!, timeoutMs, shape, redact, askedAt(spec, env)),
    ),
  )
  if (options.json) io.out(JSON.stringify({ ok: checks.every(({ ok }) => ok), checks }, null, 2))
  else io.out(checks.map(checkText).join('\n\n'))
  const failed = checks.filter(({ ok }) => !ok)
  if (failed.length === 0) return
  const names = failed.flatMap(({ negotiators }) => negotiators).join(', ')
  io.note(safeLine(`${failed.length} of ${checks.length} models did not answer: ${names}.`))
  process.exitCode = failed.some(isStudysMistake) ? EXIT.invalid : EXIT.halted
}

/** Where a model is asked, and with which key. */
function askedAt(spec: ModelSpec, env: Env): Asked {
  const [server, key] = [serverSet(spec, env), keyVariable(spec)]
  return { ...(server && { server }), ...(key !== undefined && { key }) }
}

/** A name or a param that the provider refuses is mended in the study; all else waits for something outside. */
const isStudysMistake = ({ code }: ModelCheck): boolean =>
  code === 'bad-request' || code === 'unknown-model' || code === 'context-exceeded'

interface Model {
  readonly names: readonly string[]
  readonly spec: ModelSpec
  /** The schema that goes with its requests. */
  readonly shape: ModelPrompt['schema']
}

/** The models that differ in anything that a request or its way depends on. */
function modelsOf(study: Study): Model[] {
  const all = Object.entries(study.negotiators).flatMap(([name, spec]) =>
    isModel(spec) ? [{ name, spec, shape: shapeOf(study, name, spec) }] : [],
  )
  const same = Map.groupBy(all, ({ spec, shape }) =>
    JSON.stringify([spec.provider, spec.model, spec.params, spec.base_url, spec.key_env, shape]),
  )
  return [...same.values()].map((list) => ({ ...list[0]!, names: list.map(({ name }) => name) }))
}

/** A client for each model, or one error with everything that is missing. Nothing has been sent yet. */
async function clientsOf(
  models: readonly Model[],
  client: (name: string, spec: ModelSpec) => Promise<ModelClient>,
): Promise<ModelClient[]> {
  const made = await Promise.allSettled(models.map(({ names, spec }) => client(names[0]!, spec)))
  const errors = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const other = errors.find((error) => !(error instanceof UserError))
  if (other) throw other
  if (errors.length > 0) throw new UserError((errors as UserError[]).flatMap(({ problems }) => problems))
  return made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
