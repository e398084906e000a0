import { expect, test } from 'vitest'
import { EXIT } from '../core/problem.ts'
import type { Io } from './io.ts'
import { runProgram } from './program.ts'

/** A world whose standard output breaks: a fault that no command can foresee. */
async function brokenRun(
  env: Io['env'],
  fault = new Error('the wire\u001b[2J broke'),
): Promise<{ code: number; notes: string }> {
  const notes: string[] = []
  const io: Io = {
    out: () => {
      throw fault
    },
    note: (text) => void notes.push(text),
    env,
    cwd: '/',
    now: () => new Date(0),
    terminal: false,
    columns: 80,
    live: false,
  }
  return { code: await runProgram(['schema', 'scenario'], io), notes: notes.join('\n') }
}

test('a fault of our own: an apology, what happened, where to report it, no stack trace', async () => {
  const { code, notes } = await brokenRun({})
  expect(code).toBe(EXIT.internal)
  expect(notes).toMatch(
    /^Sorry, this is a fault of Parley itself: the wire<U\+001B>\[2J broke\nPlease report it/,
  )
  expect(notes).not.toMatch(/^\s+at /m)
})

test('PARLEY_DEBUG=1 shows where it happened', async () => {
  const { notes } = await brokenRun({ PARLEY_DEBUG: '1' })
  expect(notes).toMatch(/^\s+at .*program\.test\.ts:\d+/m)
})

test('a folder that may not be written is no fault of Parley, whichever command meets it', async () => {
  const found = "EACCES: permission denied, mkdir 'plays'"
  const { code, notes } = await brokenRun(
    {},
    Object.assign(new Error(found), { code: 'EACCES', path: 'plays' }),
  )
  expect(code).toBe(EXIT.record)
  expect(notes).toBe(
    `plays: There is no permission for this.\n  found     ${found}\n  to mend   Name another place, or change whose it is.`,
  )
  const other = await brokenRun({}, Object.assign(new Error('no host'), { code: 'ENOTFOUND', path: 'x' }))
  expect(other.code).toBe(EXIT.internal)
})
