/**
 * A table as a study of one negotiation, in a folder of its own: the pack as it lay there when the table was made,
 * a study.yaml, and soon a record. So a play of people is kept, replayed and scored like any other.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, relative, resolve, sep } from 'node:path'
import { stringify } from 'yaml'
import { readPack, SCENARIO_FILE } from '../../scenario/folder.ts'
import { loadStudy, STUDY_FILE, type Study } from '../load.ts'

/** A negotiator as a study.yaml has it: what is not written gets its default when it is read. */
export type WrittenSpec =
  | { readonly person: true }
  | { readonly script: string; readonly [option: string]: unknown }
  | { readonly provider: string; readonly model: string; readonly [option: string]: unknown }

export interface TableSpec {
  /** Lower-case letters, digits and `-`. */
  readonly id: string
  readonly title: string
  /** The scenario's folder. */
  readonly scenario: string
  /** Who sits where, by party; `observer` too where a talk is observed. */
  readonly seats: Readonly<Record<string, WrittenSpec>>
  readonly opener: string
  readonly seed: string
}

/** The negotiators of a table, each named after who it is and where it sits. */
export function negotiatorNames(seats: TableSpec['seats']): Readonly<Record<string, string>> {
  const used = new Set<string>()
  return Object.fromEntries(
    Object.entries(seats).map(([seat, spec]) => {
      const base = `${nameOf(kindOf(spec), 22)}-${nameOf(seat, 12)}`
      let name = base
      for (let k = 2; used.has(name.toLowerCase()); k++) name = `${base}-${k}`
      used.add(name.toLowerCase())
      return [seat, name] as const
    }),
  )
}

const kindOf = (spec: WrittenSpec): string =>
  'person' in spec ? 'person' : 'script' in spec ? String(spec.script) : String(spec.model)

/** Letters, digits and `-`, so many at most, with a letter or digit at both ends. */
const nameOf = (text: string, longest: number): string =>
  text
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '') || 'x'

/** The text of the study.yaml of a table whose scenario lies at `scenario`, seen from its folder. */
function tableStudy({ id, title, seats, opener, seed }: TableSpec, scenario: string): string {
  const names = negotiatorNames(seats)
  const { observer, ...parties } = names
  const negotiators = Object.fromEntries(Object.entries(seats).map(([seat, spec]) => [names[seat]!, spec]))
  const study = {
    format: 1,
    id,
    title,
    scenario,
    seed,
    negotiators,
    pairings: { table: parties },
    ...(observer === undefined ? {} : { observer }),
    opener: [opener],
    repetitions: 1,
  }
  return `# One table: one negotiation, played once. Its record lies beside this file.\n${stringify(study, { lineWidth: 110 })}`
}

/**
 * Makes the folder of a table and reads it as a study. Throws a UserError where the scenario or a seat is wrong;
 * the folder is then there, without a record.
 */
export async function makeTable(folder: string, spec: TableSpec): Promise<Study> {
  await mkdir(folder, { recursive: true })
  const scenario = await copyPack(spec.scenario, folder)
  await writeFile(join(folder, STUDY_FILE), tableStudy(spec, scenario), { flag: 'wx' })
  return loadStudy(folder)
}

/**
 * Copies a pack into the folder, templates that it shares with others too. Returns where it then lies; where it
 * shares some from too far away to be copied beside it, it stays where it is.
 */
async function copyPack(path: string, folder: string): Promise<string> {
  const { files, place } = await readPack(path)
  const main = dirname(place(SCENARIO_FILE))
  const moved = Object.keys(files).map((name) => {
    const to = normalize(join('scenario', relative(main, place(name))))
    return { from: place(name), to }
  })
  if (moved.some(({ to }) => to === '..' || to.startsWith(`..${sep}`))) {
    return relative(resolve(folder), resolve(main)).split(sep).join('/')
  }
  for (const { from, to } of moved) await cp(from, join(folder, to), { recursive: true })
  return 'scenario'
}
