import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXIT, UserError } from '../core/problem.ts'
import { writePlots } from './write-plots.ts'
import { writeText } from './write-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'))

async function refusal(writing: Promise<unknown>): Promise<UserError> {
  const told = await writing.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(told).toBeInstanceOf(UserError)
  return told as UserError
}

test('what cannot be written is told by its name and place, why, and how to mend it', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'a file')
  const below = join(file, 'plot.svg')
  const { problems, exit } = await refusal(writeText(below, '<svg/>', 'plot'))
  expect(exit).toBe(EXIT.record)
  expect(problems).toEqual([
    {
      file: below,
      message: 'The plot cannot be written: part of the path is a file, not a folder.',
      found: expect.stringContaining('ENOTDIR'),
      mend: 'Name another place.',
    },
  ])
  const plots = await refusal(writePlots(join(file, 'plots'), { 'a.svg': '<svg/>' }))
  expect([plots.exit, plots.problems[0]!.message]).toEqual([
    EXIT.record,
    'The folder of plots cannot be written: part of the path is a file, not a folder.',
  ])
})

test('a folder that is not there is to be made first', async () => {
  const { problems, exit } = await refusal(writeText(join(folder, 'no', 'log'), '', 'log'))
  expect([exit, problems[0]!.message, problems[0]!.mend]).toEqual([
    EXIT.record,
    'The log cannot be written: its folder is not there.',
    'Make its folder first.',
  ])
})

test('other refusals of the system are told in its own words', async () => {
  const taken = join(folder, 'taken')
  mkdirSync(taken)
  const { problems, exit } = await refusal(writeText(taken, '', 'scenario'))
  expect([exit, problems[0]!.message]).toEqual([
    EXIT.record,
    'The scenario cannot be written: the system does not allow it.',
  ])
  expect(problems[0]!.found).toContain('EISDIR')
})
