/** The author's own words: `notes/<section>.md` in the study's folder, Markdown, each shown at the head of its section. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, type Problem, UserError } from '../core/problem.ts'
import { SECTIONS, type SectionId } from '../pages/types.ts'

export type Notes = Partial<Record<SectionId, string>>

/** What no author writes by hand, and what would make a page too heavy. */
const LONGEST = 50_000

/** Throws a UserError for a note that is for no section, or cannot be read. `folder`: of the study. */
export async function readNotes(folder: string): Promise<Notes> {
  const place = join(folder, 'notes')
  const names = await readdir(place).catch(() => [])
  const notes: Notes = {}
  const problems: Problem[] = []
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const file = join(place, name)
    const section = SECTIONS.find((one) => `${one}.md` === name)
    if (section === undefined) {
      const expected = SECTIONS.map((one) => `${one}.md`).join(', ')
      problems.push({ file, message: 'The page has no section of this name.', expected })
      continue
    }
    const text = await readFile(file, 'utf8')
    if (text.length > LONGEST) {
      problems.push({
        file,
        message: `The note is longer than ${LONGEST} characters.`,
        mend: 'Publish it beside the site, and link it.',
      })
    } else notes[section] = text
  }
  if (problems.length > 0) throw new UserError(problems, EXIT.invalid)
  return notes
}
