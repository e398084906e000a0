/** What is wrong with a file, in a line: where, and what. Of the file its own name alone: a page is no map of the disk. */
import { basename } from 'node:path'
import type { UserError } from '../core/problem.ts'

export function problemText({ problems }: UserError): string {
  const [first, ...more] = problems
  if (!first) return 'It cannot be read.'
  const place = first.line === undefined ? '' : `${basename(first.file)}, line ${first.line}: `
  return `${place}${first.message}${more.length > 0 ? ` (And ${more.length} more.)` : ''}`
}
