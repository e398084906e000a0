/** Keeps a report beside its record, for people and for programs. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import { type StudyReport, studyReportJson } from '../study/study-report.ts'
import { markdownReport } from './study-report.ts'

/** Writes `report.md` and `report.json`; returns where they lie. Throws a UserError where that cannot be done. */
export async function keepReport(
  folder: string,
  report: StudyReport,
): Promise<{ markdown: string; json: string }> {
  const markdown = join(folder, 'report.md')
  const json = join(folder, 'report.json')
  await write(markdown, markdownReport(report.report))
  await write(json, `${JSON.stringify(studyReportJson(report), null, 2)}\n`)
  return { markdown, json }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    const message = `The report cannot be written: ${(error as Error).message}.`
    const mend = 'The record is whole; parley report prints the report without writing it.'
    throw new UserError([{ file, message, mend }], EXIT.record)
  }
}
