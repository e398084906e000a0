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
  expect(taken).toMatch(/^7 negotiators\.m\.params\.input No request can be made .*"input"/)
  const [several] = await problems('openai-chat', 'params: { n: 2 }')
  expect(several).toMatch(/only one reply a call is read/)
})

test('a study that cannot be read is told as before', async () => {
  const folder = modelStudy()
  writeFileSync(join(folder, 'study.yaml'), 'format: 1\n')
  expect((await checkStudy(folder)).length).toBeGreaterThan(1)
})

test('what is refused is named where it stands, with a way to mend it', async () => {
  const [missing] = await checkStudy(
    modelStudy({ provider: 'anthropic', spec: 'params: { max_token: 100 }' }),
  )
  expect(missing).toMatchObject({
    path: 'negotiators.m.params',
    found: 'max_token',
    mend: 'did you mean "max_tokens" by "max_token"?',
  })
  const [none] = await checkStudy(modelStudy({ provider: 'anthropic', spec: 'params: { stream: true }' }))
  expect(none!.mend).toContain('params: { max_tokens: 2048 }')
  const [taken] = await checkStudy(modelStudy({ provider: 'openai', spec: 'params: { input: "else" }' }))
  expect(taken).toMatchObject({ path: 'negotiators.m.params.input', found: 'input' })
  expect(taken!.mend).toContain('take "input" out')
  const google = 'params: { generationConfig: { maxOutputTokens: 5, candidateCount: 2 } }'
  const [several] = await checkStudy(modelStudy({ provider: 'google', spec: google }))
  expect(several).toMatchObject({
    path: 'negotiators.m.params.generationConfig.candidateCount',
    mend: 'take "generationConfig.candidateCount" out of the params',
  })
})

test('a param that looks like a slip is a warning, and what is not known here is none', async () => {
  const told = async (provider: string, spec: string) =>
    (await checkStudy(modelStudy({ provider, spec }))).map(
      ({ severity, path, mend }) => `${severity} ${path} ${mend}`,
    )
  expect(await told('openai-chat', 'params: { temprature: 0 }')).toEqual([
    'warning negotiators.m.params.temprature did you mean "temperature"?',
  ])
  expect(await told('google', 'params: { generationConfig: { maxOutputToken: 5 } }')).toEqual([
    'warning negotiators.m.params.generationConfig.maxOutputToken did you mean "maxOutputTokens"?',
  ])
  expect(await told('google', 'params: { safety_settings: [], generationConfig: { top_k: 5 } }')).toEqual([])
  expect(
    await told('openai-chat', 'params: { max_tokens: 5, something_of_the_server: 1, top_p: 1 }'),
  ).toEqual([])
})
