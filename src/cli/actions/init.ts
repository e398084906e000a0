/** What `parley init` does. */

import { access, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { EXIT, UserError } from '../../core/problem.ts'
import { shellWord } from '../../core/shell-word.ts'
import { PROVIDERS, type ProviderName } from '../../models/wire/contract.ts'
import { SCRIPTS, scriptsFor } from '../../negotiators/registry.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { meant } from '../../scenario/nearest.ts'
import type { Scenario } from '../../scenario/types.ts'
import { isObserved } from '../../study/check.ts'
import { type DraftNegotiator, draftStudy } from '../../study/draft.ts'
import { loadStudy, STUDY_FILE } from '../../study/load.ts'
import { random } from '../change-options.ts'
import type { Options } from '../commands/init.ts'
import { designSentence } from '../design-text.ts'
import type { Io } from '../io.ts'

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../scenarios/concert-tickets', import.meta.url))

/** Asks a question with an answer that is taken where nothing is typed. */
type Ask = (question: string, usual: string) => Promise<string>

export async function init(path: string | undefined, options: Options, io: Io): Promise<void> {
  const folder = path ?? '.'
  const file = join(folder, STUDY_FILE)
  if (await exists(file)) {
    const mend = 'Name another folder; a study is copied by copying its folder without its record.'
    throw new UserError([{ file, message: 'There is a study here already; nothing was written.', mend }])
  }
  const { ask, close } = asking(options, io)
  try {
    await write(folder, file, path, options, io, ask)
  } finally {
    close()
  }
}

/** On a terminal, unless --yes says otherwise; else the usual answers are taken. */
function asking({ yes }: Options, io: Io): { ask: Ask; close: () => void } {
  if (yes || !process.stdin.isTTY || !io.live)
    return { ask: (_, usual) => Promise.resolve(usual), close: () => undefined }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return {
    ask: async (question, usual) => (await lines.question(`${question} [${usual}] `)).trim() || usual,
    close: () => lines.close(),
  }
}

async function write(
  folder: string,
  file: string,
  path: string | undefined,
  options: Options,
  io: Io,
  ask: Ask,
): Promise<void> {
  const usual = (await exists(join('scenarios', 'concert-tickets')))
    ? 'scenarios/concert-tickets'
    : 'concert-tickets'
  const named = options.scenario ?? (await ask('Which scenario is played (a folder)?', usual))
  const own = named === 'concert-tickets' && !(await exists(named))
  const scenario = await loadScenario(own ? SHIPPED : named)
  const scripts = scriptsFor(scenario.protocol.type)
  io.note(scriptList(scripts))
  const names =
    options.negotiators ??
    (
      await ask(
        'Who negotiates (scripts, or <provider>:<model>, with spaces between)?',
        scripts.slice(0, 2).join(' '),
      )
    ).split(/[\s,]+/)
  const negotiators = readNegotiators(
    names.flatMap((name) => name.split(',')).filter(Boolean),
    scenario,
    scripts,
  )
  const repetitions =
    options.repetitions ?? wholeNumber(await ask('How often is each pairing played with each opener?', '10'))
  const id = idOf(basename(resolve(folder)))
  const title =
    options.title ??
    (await ask(
      'What is the report headed with?',
      `${scenario.title}: ${negotiators.map(({ name }) => name).join(', ')}`,
    ))
  await mkdir(folder, { recursive: true })
  const copy = join(folder, 'scenario')
  if (own) await cp(SHIPPED, copy, { recursive: true })
  const { opener } = scenario.protocol.settings
  const text = draftStudy({
    id,
    title,
    scenario: own ? 'scenario' : relative(resolve(folder), resolve(named)).split(sep).join('/') || '.',
    seed: `${id}-${random().slice(0, 8)}`,
    parties: scenario.parties.map((party) => party.id),
    ...(isObserved(scenario) ? { observed: true } : {}),
    ...(typeof opener === 'string' && isObserved(scenario) ? { openers: [opener] } : {}),
    negotiators,
    repetitions,
  })
  await writeFile(file, text, { flag: 'wx' })
  const study = await loadStudy(folder).catch(async (error: unknown) => {
    await rm(file, { force: true })
    if (own) await rm(copy, { recursive: true, force: true })
    throw error
  })
  const name = shellWord(path ?? '.')
  io.out(
    [
      `Study  ${file}`,
      designSentence(study),
      '',
      `Look at it, change what you like, then:`,
      `  parley plan ${name}      the design as a table, and what it may cost`,
      `  parley register ${name}  fixes it before anything is played`,
      `  parley run ${name}       plays it`,
    ].join('\n'),
  )
}

function scriptList(names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length))
  const rows = SCRIPTS.filter(({ name }) => names.includes(name)).map(
    ({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return `Scripts that can play it:\n${rows.join('\n')}\nModels: ${PROVIDERS.map((provider) => `${provider}:<model>`).join(', ')}\n`
}

function readNegotiators(
  names: readonly string[],
  { protocol }: Scenario,
  scripts: readonly string[],
): DraftNegotiator[] {
  const seen = new Set<string>()
  return names.map((written): DraftNegotiator => {
    const [provider, model] = /^([a-z-]+):(.+)$/.exec(written)?.slice(1) ?? []
    const known = provider === undefined ? scripts : PROVIDERS
    const what = provider ?? written
    if (!known.includes(what)) {
      const message =
        provider === undefined
          ? `No script called "${what}" plays ${protocol.type}.`
          : `There is no provider "${what}".`
      const problem = {
        file: '--negotiators',
        message,
        found: written,
        expected: `one of ${known.join(', ')}`,
      }
      throw new UserError([{ ...problem, mend: meant(what, known) }], EXIT.usage)
    }
    let name = idOf(model ?? written).slice(0, 36)
    while (seen.has(name)) name = `${name}-2`
    seen.add(name)
    return {
      name,
      spec:
        provider === undefined
          ? { script: written as (typeof SCRIPTS)[number]['name'] }
          : { provider: provider as ProviderName, model: model! },
    }
  })
}

/** Lower-case letters without their accents, digits and `-`. */
const idOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '') || 'study'

function wholeNumber(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 10_000) return value
  throw new UserError(
    [{ file: 'parley init', message: 'That is no whole number from 1 to 10000.', found: text }],
    EXIT.usage,
  )
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
