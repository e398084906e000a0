import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changed, LOT } from '../../test/support/packs.ts'
import { UserError } from '../core/problem.ts'
import { checkScenario, loadScenario, readPack } from './folder.ts'
import { makeRenderer } from './render.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pack-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

test('a pack is its scenario.yaml and its templates; what else lies there is not read', async () => {
  await write({
    'a/scenario.yaml': LOT,
    'a/prompts/turn.liquid': 'T',
    'a/prompts/notes.md': 'x',
    'a/README.md': 'x',
  })
  const { files, place } = await readPack(join(folder, 'a'))
  expect(files).toEqual({ 'scenario.yaml': LOT, 'prompts/turn.liquid': 'T' })
  expect(await readFile(place('prompts/turn.liquid'), 'utf8')).toBe('T')
  expect((await loadScenario(join(folder, 'a', 'scenario.yaml'))).id).toBe('lot')
})

test('files from Windows, with a byte order mark, are the same pack', async () => {
  const windows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`
  await write({ 'a/scenario.yaml': LOT, 'a/prompts/system.liquid': 'one\ntwo\n' })
  await write({ 'b/scenario.yaml': windows(LOT), 'b/prompts/system.liquid': windows('one\ntwo\n') })
  expect((await readPack(join(folder, 'b'))).files).toEqual((await readPack(join(folder, 'a'))).files)
  expect(makeRenderer(await loadScenario(join(folder, 'b'))).system('buyer')).toBe('one\ntwo')
})

test('templates of another pack are used as if they were its own, and told by their own place', async () => {
  const yaml = changed(LOT, ['format: 1', 'format: 1\nprompts: ../other/prompts'])
  await write({ 'a/scenario.yaml': yaml, 'other/prompts/system.liquid': 'Shared.' })
  const scenario = await loadScenario(join(folder, 'a'))
  expect(makeRenderer(scenario).system('buyer')).toBe('Shared.')
  expect(Object.keys(scenario.files)).toEqual(['scenario.yaml', 'prompts/system.liquid'])
  await write({ 'other/prompts/system.liquid': '{{ no }}' })
  const { problems } = await checkScenario(join(folder, 'a'))
  expect(problems.map(({ file }) => file)).toEqual([join(folder, 'other/prompts/system.liquid')])
})

test.each([
  ['no folder', {}, 'There is no such file'],
  ['no scenario.yaml', { 'a/x': '' }, 'There is no such file'],
  ['a file that is not UTF-8', { 'a/scenario.yaml': Uint8Array.of(0xc3, 0x28) }, 'not text in UTF-8'],
  [
    'a template that is not UTF-8',
    { 'a/scenario.yaml': LOT, 'a/prompts/turn.liquid': Uint8Array.of(0xff) },
    'not text in UTF-8',
  ],
  ['a huge file', { 'a/scenario.yaml': new Uint8Array(8_000_001) }, 'larger than'],
  [
    'templates that are nowhere',
    { 'a/scenario.yaml': changed(LOT, ['format: 1', 'format: 1\nprompts: ../gone']) },
    'cannot be read (ENOENT)',
  ],
  [
    'templates at an absolute place',
    { 'a/scenario.yaml': changed(LOT, ['format: 1', 'format: 1\nprompts: /etc']) },
    'relative to this file',
  ],
])('%s is told', async (_, files, message) => {
  await write(files as Record<string, string>)
  await expect(loadScenario(join(folder, 'a'))).rejects.toThrow(UserError)
  const { problems } = await checkScenario(join(folder, 'a'))
  expect(problems.map((problem) => problem.message).join()).toContain(message)
})
