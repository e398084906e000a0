/** Themes read for `parley generate`, and games written by it. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT, UserError } from '../../core/problem.ts'
import { randomOf } from '../../core/random.ts'
import type { GeneratedPack } from '../../scenario/generate/pack-text.ts'
import { parseTheme, type Theme } from '../../scenario/generate/theme.ts'
import { meant } from '../../scenario/nearest.ts'
import { parsePack } from '../../scenario/pack.ts'
import { notWritten } from '../disk-error.ts'
import type { Io } from '../io.ts'

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../scenarios/themes', import.meta.url))

/** The theme of that name or file; `undefined` gives all that ship, to be drawn from. */
export async function loadThemes(name: string | undefined): Promise<readonly Theme[]> {
  const shipped = (await readdir(SHIPPED)).filter((file) => file.endsWith('.yaml')).sort()
  const names = shipped.map((file) => basename(file, '.yaml'))
  if (name === undefined) return Promise.all(shipped.map((file) => readTheme(join(SHIPPED, file))))
  if (names.includes(name)) return [await readTheme(join(SHIPPED, `${name}.yaml`))]
  if (/[\\/.]/.test(name)) return [await readTheme(name)]
  throw new UserError([
    {
      file: '--theme',
      message: 'No theme of that name ships with Parley.',
      found: name,
      expected: `${names.join(', ')}, or a file`,
      mend: meant(name, names),
    },
  ])
}

async function readTheme(file: string): Promise<Theme> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const message = code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read (${code}).`
    throw new UserError([{ file, message }])
  }
  const { theme, problems } = parseTheme(text, file)
  if (!theme) throw new UserError(problems)
  return theme
}

/** One theme for a game: the only one, or one that the seed draws. */
export const themeFor = (themes: readonly Theme[], seed: number): Theme =>
  themes.length === 1 ? themes[0]! : randomOf('theme', seed).pick(themes)

/** How a command line names the theme of a game again: one of your own by its file. */
export const themeWord = (given: string | undefined, theme: Theme): string =>
  given === undefined || !/[\\/.]/.test(given) ? theme.id : basename(given)

export interface Made extends GeneratedPack {
  readonly seed: number
  readonly theme: string
  /** What was measured, for `--json`. */
  readonly figures: Readonly<Record<string, unknown>>
  /** The same in a few words. */
  readonly told: string
}

/** Prints the only game, or writes each into a folder called by its id. */
export async function deliver(
  made: readonly Made[],
  out: string | undefined,
  json: boolean,
  io: Io,
): Promise<void> {
  for (const { text } of made) {
    const { scenario, problems } = parsePack({ 'scenario.yaml': text })
    if (!scenario) throw new Error(`a drawn pack is not valid: ${problems.map((p) => p.message).join(' ')}`)
  }
  const places: string[] = []
  for (const { id, text } of out === undefined ? [] : made) {
    const folder = join(out!, id)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'scenario.yaml'), text)
    } catch (error) {
      throw notWritten(error, folder, 'game')
    }
    places.push(folder)
  }
  if (json) {
    const games = made.map(({ id, seed, theme, figures, text }, i) => ({
      ...{ id, seed, theme, ...figures },
      ...(out === undefined ? { scenario: text } : { folder: places[i] }),
    }))
    io.out(JSON.stringify({ games }, null, 2))
  } else if (out === undefined) io.out(made[0]!.text.trimEnd())
  else io.out(made.map(({ told }, i) => `${places[i]}  ${told}`).join('\n'))
}

/** Where several games are asked for, they need a folder. */
export function mustHaveFolder(count: number, out: string | undefined, json: boolean): void {
  if (count === 1 || out !== undefined || json) return
  const message = 'Several games need a folder to go to.'
  throw new UserError([{ file: 'parley generate', message, expected: '--out <folder>' }], EXIT.usage)
}
