/** Differences as people read them: the place first, then what differs, then both sides of it. */
import type { Difference } from '../record/difference.ts'
import { cut, safe } from './text.ts'

/** The first few are told, the rest counted: after one change much else may differ. */
const MOST = 3
const LONGEST = 300

/** One difference as a few indented lines. */
function differenceText({ place, message, found, expected }: Difference, indent: string): string {
  const detail = (name: string, text: string | undefined): string[] =>
    text === undefined
      ? []
      : [
          `${indent}  ${name.padEnd(8)}  ${cut(safe(text), LONGEST).replaceAll('\n', `\n${indent}            `)}`,
        ]
  return [
    `${indent}${safe(place)}: ${safe(message)}`,
    ...detail('found', found),
    ...detail('expected', expected),
  ].join('\n')
}

/** The first differences of a depth, and how many more there are. */
export function differencesText(differences: readonly Difference[], indent = '    '): string {
  const told = differences.slice(0, MOST).map((difference) => differenceText(difference, indent))
  const more = differences.length - told.length
  if (more > 0)
    told.push(
      `${indent}and ${more} more${more > 1 ? ' differences' : ''} (--json names ${more > 1 ? 'them all' : 'it too'})`,
    )
  return told.join('\n')
}
