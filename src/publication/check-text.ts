/** What a check of a folder found, as text and as data. */

import type { CheckResult } from './check-results.ts'
import type { Finding } from './finding.ts'
import type { FolderCheck } from './verify.ts'

const STATUS = { passed: 'passed', failed: 'FAILED', 'not-checked': 'not checked' } as const

/** Differences that are told one by one; the others are counted. */
const TOLD = 3

export const passed = ({ checks }: FolderCheck): boolean => checks.every(({ status }) => status !== 'failed')

export function checkText(folder: string, check: FolderCheck): string {
  const { checks, notes, scorers } = check
  const lines = [
    `${safe(folder)}: ${check.study === undefined ? 'a folder' : `the study ${safe(check.study)}`}`,
  ]
  for (const one of checks) {
    lines.push(`  ${one.name.padEnd(8)}  ${STATUS[one.status].padEnd(11)}  ${safe(one.checked)}`)
    lines.push(...findingLines(one))
  }
  lines.push('', `Scorer used here: ${scorers.here}`)
  if (scorers.writer !== undefined) lines.push(`Scorer that wrote the folder: ${safe(scorers.writer)}`)
  lines.push(
    `Scorer that was registered: ${scorers.registered === undefined ? 'none' : safe(scorers.registered)}`,
  )
  const all = checks.flatMap(({ findings }) => findings).length
  const end = passed(check)
    ? 'Everything agrees.'
    : `${all} ${all === 1 ? 'difference was' : 'differences were'} found: this is not the folder that the record leads to.`
  return [...lines, ...notes.map((note) => `\nNote: ${safe(note)}`), '', end].join('\n')
}

function findingLines({ findings }: CheckResult): string[] {
  const told = findings
    .slice(0, TOLD)
    .flatMap((finding) => [
      `      ${safe(whereOf(finding))}: ${safe(finding.message)}`,
      ...(finding.found === undefined ? [] : [`        found     ${safe(finding.found)}`]),
      ...(finding.expected === undefined ? [] : [`        expected  ${safe(finding.expected)}`]),
    ])
  return findings.length > TOLD ? [...told, `      and ${findings.length - TOLD} more`] : told
}

const whereOf = ({ file, place }: Finding): string => (place === undefined ? file : `${file}, ${place}`)

export const checkJson = (folder: string, check: FolderCheck): string =>
  JSON.stringify({ ok: passed(check), folder, ...check }, null, 2)

/** A stranger's text on one line of a terminal: no control characters. */
const safe = (text: string): string => text.replaceAll(/\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu, '\ufffd')
