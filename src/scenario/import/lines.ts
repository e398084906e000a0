/** Plain text files line by line, as people leave them: any line ends, blank lines, stray white space. */
import type { Problem } from '../../core/problem.ts'

export interface Line {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** Tells what is wrong with a file by its path. */
export type Told = (path: string, problem: Omit<Problem, 'file'>) => void

/** All lines that hold more than white space, with their numbers; a byte order mark is no part of the first. */
export const contentLines = (text: string): Line[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((own, i) => (own.trim() === '' ? [] : [{ line: i + 1, text: own }]))
