/** DATA_DICTIONARY.md, made of the very tables and schemas that write and read the files. */
import { EVENT_TYPES, eventFields } from '../record/schema.ts'
import { CALL_FIELDS } from './call-fields.ts'
import { plain, table } from './markdown.ts'
import { FILES, parquetFile } from './names.ts'
import { SEALED_FIELDS } from './opening.ts'
import type { TableAbout } from './whole.ts'

const KINDS = {
  text: 'text',
  integer: 'whole number',
  number: 'number (the nearest float of an exact figure)',
  boolean: 'true or false',
  time: 'time (ISO 8601, UTC, by the clock of the machine that wrote it)',
} as const

export function dictionaryText(tables: readonly TableAbout[]): string {
  const blocks = [
    '# Data dictionary',
    'A blank cell is unknown, or does not apply; it is never a zero. A text that a spreadsheet would run as a formula has an apostrophe before it in the CSV, and none in the Parquet file.',
    ...tables.map(({ file, says, columns }) =>
      [
        `## ${file}`,
        `${plain(says)} The same rows stand in \`${parquetFile(file)}\`.`,
        table(
          ['column', 'type', 'meaning'],
          columns.map(({ name, type, says }) => [name, KINDS[type], says]),
        ),
      ].join('\n\n'),
    ),
    `## ${FILES.calls}`,
    'Every request to a model and what came of it, a line of JSON each. An earlier reply that stands in a request stands there as its text alone.',
    table(['field', 'meaning'], Object.entries(CALL_FIELDS)),
    `## ${FILES.scores}`,
    'By the id of each assignment: `points` and `gains` of every party and their sum `joint_gain`, as exact fractions `numerator/denominator`; null where the outcome is unknown.',
    `## ${FILES.study} and ${FILES.negotiations}`,
    'The record, an event a line: its `stream`, its number `seq`, its `hash` in the chain, its `body` (the very text that is hashed) and, where something is opened, `sealed`. The bodies are these events:',
    table(
      ['event', 'fields'],
      EVENT_TYPES.map((type) => [type, eventFields(type).join(', ')]),
    ),
    'What is sealed stands in a body as a commitment, and is left out unless it is opened:',
    table(['sealed field', 'meaning'], Object.entries(SEALED_FIELDS)),
  ]
  return `${blocks.join('\n\n')}\n`
}
