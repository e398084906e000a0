/** Writes plots into a folder that may not be there yet. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { notWritten } from './disk-error.ts'
import { writeText } from './write-text.ts'

/** Returns the paths of what was written. Throws a UserError where that cannot be done. */
export async function writePlots(folder: string, plots: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw notWritten(error, folder, 'folder of plots')
  }
  const files: string[] = []
  for (const [name, svg] of Object.entries(plots)) {
    const file = join(folder, name)
    await writeText(file, svg, 'plot')
    files.push(file)
  }
  return files
}
