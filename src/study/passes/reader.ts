/** Who is to read: a negotiator of the study, of a file, a script that observes, or a model by its name. */
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { EXIT, type Problem, UserError } from '../../core/problem.ts'
import { PROVIDERS, type ProviderName } from '../../models/wire/contract.ts'
import { negotiatorSpec, observes } from '../../negotiators/registry.ts'
import { RULE_OBSERVER } from '../../negotiators/rule-observer.ts'
import { isModel, type NegotiatorSpec } from '../../negotiators/spec.ts'
import { USUAL_PARAMS } from '../../negotiators/usual-params.ts'
import type { StudyPlan } from '../../record/study-plan.ts'
import { meant } from '../../scenario/nearest.ts'
import { fitTo } from '../../scenario/shape.ts'
import { readSource } from '../../scenario/source.ts'
import { noRequest } from '../check-models.ts'
import { KEY, keyLike } from '../secrets.ts'

export interface Reader {
  readonly name: string
  /** As they go into the record, defaults put in. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly spec: NegotiatorSpec
}

export interface ReaderOptions {
  /** A name, or `<provider>:<model>`. */
  readonly named?: string | undefined
  /** A file with a negotiator's settings. */
  readonly file?: string | undefined
  readonly plan: StudyPlan
  /** The study's own file: negotiators that it names and the record does not may read, too. */
  readonly studyFile: string
}

/**
 * Finds the reader. Throws a UserError where there is none of that name, its settings are wrong, or no request can be
 * made with them: a pass would then be through all talks without a single reading.
 */
export async function findReader(options: ReaderOptions): Promise<Reader> {
  const reader = await readerOf(options)
  const message = isModel(reader.spec) ? noRequest(reader.spec) : undefined
  if (message === undefined) return reader
  const mend = 'give its settings in a file with --file, or as a negotiator of the study'
  throw new UserError([{ file: options.file ?? '--with', message, found: reader.name, mend }])
}

async function readerOf(options: ReaderOptions): Promise<Reader> {
  const { named, file, plan, studyFile } = options
  if (file !== undefined) return made(named ?? basename(file, extname(file)), await fromFile(file))
  if (named === undefined) {
    const message = 'Nobody was named who reads.'
    throw new UserError(
      [{ file: '--with', message, mend: 'Name a negotiator, or a file with --file.' }],
      EXIT.usage,
    )
  }
  const own = { ...(await negotiatorsOf(studyFile)), ...plan.now.negotiators }
  if (Object.hasOwn(own, named)) return made(named, parsed(own[named], studyFile, `negotiators.${named}`))
  if (named === RULE_OBSERVER) return made(named, negotiatorSpec.parse({ script: RULE_OBSERVER }))
  const colon = named.indexOf(':')
  const [provider, model] = [named.slice(0, colon), named.slice(colon + 1)]
  if (colon > 0 && (PROVIDERS as readonly string[]).includes(provider) && model !== '')
    return made(
      model,
      negotiatorSpec.parse({ provider, model, params: USUAL_PARAMS[provider as ProviderName] }),
    )
  const names = [...Object.keys(own), RULE_OBSERVER]
  throw new UserError([
    {
      file: studyFile,
      path: 'negotiators',
      message: `No negotiator is called "${named}".`,
      found: named,
      expected: `one of ${names.join(', ')}, or <provider>:<model>`,
      mend: meant(named, names),
    },
  ])
}

/** A request of an observer or a probe stands by itself, whatever the negotiator does as a party. */
function made(name: string, spec: NegotiatorSpec): Reader {
  const settings = isModel(spec) ? { ...spec, context: 'fresh' as const } : spec
  return { name, settings: settings as unknown as Readonly<Record<string, unknown>>, spec: settings }
}

/** Throws a UserError where somebody cannot observe. */
export function mustObserve({ name, spec }: Reader): void {
  if (observes(spec) && !('person' in spec && spec.person)) return
  const expected = `${RULE_OBSERVER}, or a model`
  const message = `${name} cannot observe: it talks, or is a person (people label: parley label).`
  throw new UserError([{ file: '--with', message, found: name, expected, mend: `choose ${expected}` }])
}

async function fromFile(file: string): Promise<NegotiatorSpec> {
  const source = readSource(await textOf(file), file)
  const problems: Problem[] = [...source.problems]
  if (problems.length > 0) throw new UserError(problems)
  const keys = keyLike(source.data).map((path) => source.problem(path, KEY))
  if (keys.length > 0) throw new UserError(keys)
  const spec = fitTo(negotiatorSpec, source.data, source, [], problems)
  if (!spec || problems.length > 0) throw new UserError(problems)
  return spec
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message =
      code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read: ${code ?? 'unknown'}.`
    throw new UserError([{ file, message, mend: 'name a YAML file with provider and model' }])
  }
}

/** The negotiators that the study's file names; none where there is no such file, or it cannot be read. */
async function negotiatorsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const data = text === undefined ? undefined : readSource(text, file).data
  const { negotiators } = (data ?? {}) as { readonly negotiators?: unknown }
  return typeof negotiators === 'object' && negotiators !== null
    ? (negotiators as Record<string, unknown>)
    : {}
}

function parsed(settings: unknown, file: string, path: string): NegotiatorSpec {
  const { data, error } = negotiatorSpec.safeParse(settings)
  if (data) return data
  const message = `The negotiator's settings are not valid: ${error.issues[0]?.message ?? 'unknown'}`
  throw new UserError([{ file, path, message }])
}
