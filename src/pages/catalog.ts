/** Which studies and scenarios lie in a folder, each under a key that can stand in an address. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { SCENARIO_FILE } from '../scenario/folder.ts'
import { RECORD_FILE, STUDY_FILE } from '../study/load.ts'

export interface StudyPlace {
  readonly key: string
  /** The study's folder. */
  readonly folder: string
  readonly file: string
  readonly record: string
  /** People sit, or sat, at it: one of the server's tables, which have a page of their own. */
  readonly table?: true
}

export interface ScenarioPlace {
  readonly key: string
  readonly folder: string
}

export interface Catalog {
  readonly studies: readonly StudyPlace[]
  readonly scenarios: readonly ScenarioPlace[]
}

/** What a table keeps beside its study: src/server/app/tables/files.ts writes it. */
const TABLE_FILE = 'table.json'

/** How deep studies may lie below the folder. */
const DEEPEST = 4
/** A folder with more is no folder of studies. */
const MOST = 2000
const PASSED_OVER: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'coverage',
  'prompts',
  'notes',
  'transcripts',
])

/** Looks through `root`; a folder that holds a study or a scenario is not looked into further. */
export async function scanFolder(root: string): Promise<Catalog> {
  const studies: string[] = []
  const tables = new Set<string>()
  const scenarios: string[] = []
  const look = async (folder: string, depth: number): Promise<void> => {
    if (studies.length + scenarios.length >= MOST) return
    let entries: Dirent[]
    try {
      entries = await readdir(folder, { withFileTypes: true })
    } catch {
      // A folder that may not be read is passed over.
      return
    }
    const names = new Set(entries.map(({ name }) => name))
    if (names.has(STUDY_FILE) || names.has(RECORD_FILE)) {
      studies.push(folder)
      if (names.has(TABLE_FILE)) tables.add(folder)
      return
    }
    if (names.has(SCENARIO_FILE)) {
      scenarios.push(folder)
      return
    }
    if (depth === DEEPEST) return
    const inside = entries.filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !PASSED_OVER.has(entry.name),
    )
    for (const { name } of inside.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      await look(join(folder, name), depth + 1)
  }
  await look(resolve(root), 0)
  return {
    studies: keyed(studies, root).map(([key, folder]) => ({
      key,
      folder,
      file: join(folder, STUDY_FILE),
      record: join(folder, RECORD_FILE),
      ...(tables.has(folder) ? { table: true as const } : {}),
    })),
    scenarios: keyed(scenarios, root).map(([key, folder]) => ({ key, folder })),
  }
}

/** The folder's own name where no other has it, else as much of its path as is needed. */
function keyed(folders: readonly string[], root: string): [key: string, folder: string][] {
  const taken = new Set<string>()
  return folders.map((folder): [string, string] => {
    const parts = relative(resolve(root), folder)
      .split(sep)
      .filter((part) => part !== '')
    if (parts.length === 0) parts.push(basename(folder))
    let key = ''
    for (let n = 1; n <= parts.length && (key === '' || taken.has(key)); n++)
      key = slug(parts.slice(-n).join('.'))
    for (let n = 2; taken.has(key); n++) key = `${slug(parts.join('.'))}-${n}`
    taken.add(key)
    return [key, folder]
  })
}

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '') || 'folder'

/** The key of a study's page where its folder is looked through; undefined where it lies elsewhere, or too deep. */
export function studyKeyIn(root: string, folder: string): string | undefined {
  const parts = relative(resolve(root), resolve(folder)).split(sep)
  const seen = parts.every((part) => part !== '..' && !part.startsWith('.') && !PASSED_OVER.has(part))
  return seen && parts.length <= DEEPEST && parts.at(-1) !== '' ? slug(parts.at(-1)!) : undefined
}
