/** Another wording for observers: the instructions, and how the transcript is shown, from a pack or single templates. */
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Problem, UserError } from '../../core/problem.ts'
import { readPack, readTemplates } from '../../scenario/folder.ts'
import type { CompiledTemplate } from '../../scenario/liquid.ts'
import { checkTemplates, readTemplate } from '../../scenario/templates-check.ts'
import type { Scenario } from '../../scenario/types.ts'

/** The templates that an observer is shown. */
const OBSERVING = ['observer', 'transcript', 'repair.observer'] as const

export interface Wording {
  readonly templates: Readonly<Record<string, string>>
  /** The file of a template, for a person. */
  place(name: string): string
}

/**
 * Reads another wording from `path`: a pack's folder, a folder of templates, or one template file, which is taken for
 * the instructions unless it is named otherwise (`transcript.liquid`). Throws a UserError where there is none in it.
 */
export async function readWording(path: string): Promise<Wording> {
  const problems: Problem[] = []
  const folder = await isFolder(path)
  const single = !folder && path.endsWith('.liquid')
  let texts: Readonly<Record<string, string>>
  let place = (name: string): string => join(path, `${name}.liquid`)
  if (single) {
    const all = await readTemplates(dirname(path) || '.', { file: path, message: '' }, problems)
    const text = all[basename(path)]
    const name = OBSERVING.find((one) => `${one}.liquid` === basename(path)) ?? 'observer'
    texts = text === undefined ? {} : { [name]: text }
    place = () => path
  } else if (folder && !(await isFile(join(path, 'scenario.yaml')))) {
    texts = named(await readTemplates(path, { file: path, message: '' }, problems))
  } else {
    const pack = await readPack(path)
    texts = named(
      Object.fromEntries(Object.entries(pack.files).map(([name, text]) => [basename(name), text])),
    )
    place = (name) => pack.place(`prompts/${name}.liquid`)
  }
  if (problems.length > 0) throw new UserError(problems)
  const templates = Object.fromEntries(
    OBSERVING.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]!]])),
  )
  if (Object.keys(templates).length === 0) {
    const message = 'There is no wording for an observer here.'
    const expected = OBSERVING.map((name) => `${name}.liquid`).join(', ')
    throw new UserError([
      { file: path, message, expected, mend: 'name a pack, a folder of templates, or a template file' },
    ])
  }
  return { templates, place }
}

/** Template texts by their names without ending. */
const named = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([name, text]) =>
      name.endsWith('.liquid') ? [[basename(name, '.liquid'), text] as const] : [],
    ),
  )

/** Throws a UserError where the wording uses what these scenarios do not have, or cannot be read as templates. */
export function mustFit({ templates, place }: Wording, scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    const problems: Problem[] = []
    const read = new Map<string, CompiledTemplate>()
    for (const [name, text] of Object.entries(templates)) {
      const compiled = readTemplate(text, place(name), problems)
      if (compiled) read.set(name, compiled)
    }
    if (problems.length === 0) {
      const worded = { ...scenario, templates: { ...scenario.templates, ...templates } }
      const own = new Set(Object.keys(templates).map(place))
      problems.push(
        ...checkTemplates(worded, read, place, scenario.id).filter(
          ({ severity, file }) => severity !== 'warning' && own.has(file),
        ),
      )
    }
    if (problems.length > 0) throw new UserError(problems)
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
