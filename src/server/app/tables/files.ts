/** What a table and a class keep on disk beside the study: who sits where, and the hashes of links. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const link = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), made: z.string() })

const seat = z.strictObject({
  who: z.string(),
  name: z.string().optional(),
  /** Missing where nobody has a link: no person sits there, or it was taken back. */
  link: link.optional(),
})

const tableFile = z.strictObject({
  format: z.literal(1),
  table: z.string(),
  title: z.string(),
  /** The key of its scenario when it was made. */
  scenario: z.string(),
  created: z.string(),
  class: z.string().optional(),
  seats: z.record(z.string(), seat),
  watch: link.optional(),
  capUsd: z.string().optional(),
  capTokens: z.number().optional(),
  /** Its owner stopped it: it is not gone on with by itself. */
  stopped: z.boolean().optional(),
})

const classFile = z.strictObject({
  format: z.literal(1),
  class: z.string(),
  title: z.string(),
  scenario: z.string(),
  created: z.string(),
  tables: z.array(z.string()),
})

export type SeatFile = z.output<typeof seat>
export type TableFile = z.output<typeof tableFile>
export type ClassFile = z.output<typeof classFile>

export const TABLE_FILE = 'table.json'
export const CLASS_FILE = 'class.json'

export const readTable = async (folder: string): Promise<TableFile> =>
  tableFile.parse(JSON.parse(await readFile(join(folder, TABLE_FILE), 'utf8')))

export const readClass = async (folder: string): Promise<ClassFile> =>
  classFile.parse(JSON.parse(await readFile(join(folder, CLASS_FILE), 'utf8')))

/** Writes whole or not at all; for its owner's eyes alone, since names stand in it. */
async function write(folder: string, name: string, value: unknown): Promise<void> {
  const file = join(folder, name)
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

export const writeTable = (folder: string, file: TableFile): Promise<void> => write(folder, TABLE_FILE, file)
export const writeClass = (folder: string, file: ClassFile): Promise<void> => write(folder, CLASS_FILE, file)

/** Folders below the data folder that hold a file of this name, two levels deep: tables of classes lie in theirs. */
export async function foldersWith(root: string, name: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of await foldersIn(root)) {
    for (const one of [folder, ...(await foldersIn(folder))]) {
      const names = await readdir(one).catch(() => [] as string[])
      if (names.includes(name)) found.push(one)
    }
  }
  return found
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .sort()
}
