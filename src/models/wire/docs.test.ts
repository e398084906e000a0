/** docs/providers.md says what the code does: its tables name every provider, stop and failure. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { received } from '../../../test/wire-fixtures.ts'
import { FAILURES, type ModelPrompt, PROVIDERS, type ProviderName, STOPS } from './contract.ts'
import { wireOf } from './registry.ts'

const text = readFileSync(new URL('../../../docs/providers.md', import.meta.url), 'utf8')
const prompt: ModelPrompt = { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }

const section = (title: string): string => text.split(`${title}\n`)[1]!.split(/\n##+ /)[0]!
const rows = (part: string): string[][] =>
  part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const words = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

test('every provider, stop and failure has its line', () => {
  expect(rows(section('# Providers')).map(([name]) => name)).toEqual(PROVIDERS.map((name) => `\`${name}\``))
  expect(rows(section('### Stops')).map(([name]) => name)).toEqual(STOPS.map((name) => `\`${name}\``))
  expect(
    rows(section('### Failures'))
      .flatMap(([names]) => words(names!))
      .sort(),
  ).toEqual([...FAILURES].sort())
})

test('the params that are said to be refused are', () => {
  for (const [name, , , refused] of rows(section('## What is sent'))) {
    const provider = words(name!)[0] as ProviderName
    for (const param of words(refused!)) {
      const value = param === 'n' ? 2 : 'x'
      const params = param.includes('.') ? { generationConfig: { candidateCount: 2 } } : { [param]: value }
      const settings = { model: 'm', params: { max_tokens: 1, ...params } }
      expect(() => wireOf(provider).request(prompt, settings), `${provider} ${param}`).toThrow(RangeError)
    }
  }
})

test('the words that are said to stand for a stop do', () => {
  for (const [stop, anthropic, , chat, google] of rows(section('### Stops'))) {
    if (stop === '`other`') continue
    const expected = { stop: words(stop!)[0] }
    for (const word of words(anthropic!)) {
      const body = JSON.stringify({ content: [], stop_reason: word })
      expect(wireOf('anthropic').decode(received(body))).toMatchObject(expected)
    }
    for (const word of words(chat!).filter((one) => one !== 'refusal')) {
      const body = JSON.stringify({ choices: [{ finish_reason: word, message: {} }] })
      expect(wireOf('openai-chat').decode(received(body))).toMatchObject(expected)
    }
    for (const word of words(google!).filter((one) => /^[A-Z_]+$/.test(one))) {
      const body = JSON.stringify({ candidates: [{ finishReason: word }] })
      expect(wireOf('google').decode(received(body))).toMatchObject(expected)
    }
  }
})
