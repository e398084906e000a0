/** What is said before a study with models is planned, registered or played: settings that are easily overlooked. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteSettings } from '../src/cli/before-run.ts'
import type { Io } from '../src/cli/io.ts'
import { EXIT } from '../src/core/problem.ts'
import type { Study } from '../src/study/load.ts'
import { parley } from './run-parley.ts'
import { modelStudy } from './support/model-study.ts'

const QUIET = { ANTHROPIC_BASE_URL: undefined, OPENAI_BASE_URL: undefined }

test('a plan and a registration tell of a param that looks like a slip', () => {
  const folder = modelStudy({ spec: 'params: { max_tokens: 500, temprature: 1 }' })
  for (const command of ['plan', 'register']) {
    const { code, out, err } = parley([command, folder], { env: QUIET })
    expect(code).toBe(EXIT.ok)
    expect(out).not.toContain('temprature')
    expect(err).toContain(':7:')
    expect(err).toContain('did you mean "temperature"?')
  }
})

test('prices for other models than those of the study are told, and no others', () => {
  const folder = modelStudy()
  const file = join(folder, 'prices.yaml')
  const told = (models: readonly string[]) => {
    const entries = models.map(
      (model) => `  - { provider: anthropic, model: ${model}, input: 1, output: 5 }\n`,
    )
    writeFileSync(file, `prices:\n${entries.join('')}`)
    const { code, err } = parley(['plan', folder, '--prices', file], { env: QUIET })
    expect(code).toBe(EXIT.ok)
    return err
  }
  expect(told(['claude-opus-5-5'])).toBe('')
  expect(told(['claude-opus-5-5', 'claude-opus-5-6'])).toBe('')
  expect(told(['claude-haiku'])).toContain('is for a model of this study (claude-opus-5-5)')
})

test('a price with a slip in its name is told beside one that is right', async () => {
  const file = join(modelStudy(), 'prices.yaml')
  const price = (provider: string, model: string): string =>
    `  - { provider: ${provider}, model: ${model}, input: 1, output: 5 }\n`
  const all = [
    price('anthropic', 'claude-opus-5-5'),
    price('openai', 'gpt-6-lunar'),
    price('openai', 'gpt-7'),
  ]
  writeFileSync(file, `prices:\n${all.join('')}`)
  const negotiators = {
    a: { provider: 'anthropic', model: 'claude-opus-5-5' },
    b: { provider: 'openai', model: 'gpt-6-luna' },
  }
  const notes: string[] = []
  const io = { env: {}, note: (text: string) => notes.push(text) }
  await noteSettings({ negotiators } as unknown as Study, file, io as unknown as Io)
  expect(notes).toEqual([
    `Note: the price of gpt-6-lunar in ${file} is for no model of this study, and gpt-6-luna has none there.`,
  ])
})

test('a variable that sends all calls elsewhere is told', () => {
  const folder = modelStudy()
  const env = { ...QUIET, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  const { code, err } = parley(['plan', folder], { env })
  expect(code).toBe(EXIT.ok)
  expect(err).toContain('ANTHROPIC_BASE_URL sends the calls of m to http://127.0.0.1:9.')
})

test('where there is no record, a report says that and nothing else', () => {
  const { code, out, err } = parley(['report', modelStudy()], { env: QUIET })
  expect([code, out]).toEqual([EXIT.record, ''])
  expect(err).toContain('There is no record here.')
  expect(err).not.toContain('could not be noted')
})
