import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelStudy } from '../../test/support/model-study.ts'
import { checkStudy } from './load.ts'

const problems = async (provider: string, spec: string) => {
  const found = await checkStudy(modelStudy({ provider, spec }))
  return found.map(({ line, path, message }) => `${line} ${path} ${message}`)
}

test('params with which no request can be made are told when a study is loaded', async () => {
  expect(await problems('anthropic', 'params: { max_tokens: 100 }')).toEqual([])
  expect(await problems('anthropic', 'context: fresh')).toEqual([
    '7 negotiators.m.model No request can be made for the model "claude-opus-5-5": the Messages API requires "max_tokens" among the params.',
  ])
  const [taken] = await problems('openai', 'params: { input: "something else" }')
  expect(taken).toMatch(/^7 negotiators\.m\.params No request can be made .*"input"/)
  const [several] = await problems('openai-chat', 'params: { n: 2 }')
  expect(several).toMatch(/only one reply a call is read/)
})

test('a study that cannot be read is told as before', async () => {
  const folder = modelStudy()
  writeFileSync(join(folder, 'study.yaml'), 'format: 1\n')
  expect((await checkStudy(folder)).length).toBeGreaterThan(1)
})
