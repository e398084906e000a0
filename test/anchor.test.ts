/** What vouches for a registration from outside, attached by the commands as they are typed. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley } from './run-parley.ts'
import { studyFolder } from './study-folder.ts'
import { hasOpenssl, makeAuthority } from './support/timestamp/make.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function registered(): string {
  const folder = studyFolder({ repetitions: 1 })
  folders.push(folder)
  expect(parley(['register', folder]).code).toBe(EXIT.ok)
  return folder
}
const KEPT = fileURLToPath(new URL('./support/timestamp/token.tsr', import.meta.url))

test('a page and a commit are claims: what a reader must do stands beside them', () => {
  const folder = registered()
  const page = parley(['anchor', folder, '--url', 'https://archive.example/r/1', '--json'])
  expect(JSON.parse(page.out)).toMatchObject({
    anchor: 'url',
    checked: [],
    value: 'https://archive.example/r/1',
  })
  expect(parley(['anchor', folder, '--commit', 'https://git.example/c/abc']).out).toMatch(
    /not checked .*Nothing was checked/,
  )
  expect(parley(['anchor', folder])).toMatchObject({ code: EXIT.usage })
  expect(parley(['replay', folder]).out).toContain('rules     passed')
})

test('a token for something else, or no token at all, is refused and not noted', () => {
  const folder = registered()
  expect(parley(['anchor', folder, '--rfc3161', KEPT])).toMatchObject({
    code: EXIT.invalid,
    err: expect.stringContaining('It stamps something else'),
  })
  expect(parley(['anchor', folder, '--rfc3161', join(folder, 'study.yaml')]).err).toContain(
    'no time-stamp token',
  )
  expect(parley(['anchor', folder, '--rfc3161', join(folder, 'nothing')]).err).toContain('no such file')
})

test('only a registered study has something to anchor', () => {
  const folder = studyFolder({ repetitions: 1 })
  folders.push(folder)
  for (const line of [
    ['anchor', folder, '--url', 'x'],
    ['request-timestamp', folder],
  ]) {
    expect(parley(line)).toMatchObject({ code: EXIT.invalid, err: expect.stringContaining('not registered') })
  }
})

describe.skipIf(!hasOpenssl())('with an authority of our own (skipped where openssl is missing)', () => {
  test('the request is answered, and the answer is checked and attached', () => {
    const folder = registered()
    const authority = makeAuthority()
    try {
      expect(parley(['request-timestamp', folder]).out).toContain('registration.tsq')
      const answer = join(folder, 'answer.tsr')
      authority.stamp(join(folder, 'registration.tsq'), answer)
      const { code, out } = parley(['anchor', folder, '--rfc3161', answer, '--ca', authority.root])
      expect([code, out]).toEqual([
        EXIT.ok,
        expect.stringMatching(/checked +Its certificates lead to one that was given as trusted/),
      ])
      expect(out).toContain('It stamps the SHA256 of registration.json.')
      const { registration } = JSON.parse(parley(['register', folder, '--json']).out) as {
        registration: object
      }
      expect(JSON.parse(readFileSync(join(folder, 'registration.json'), 'utf8'))).toEqual(registration)
      expect(parley(['replay', folder]).out).toContain('rules     passed')
    } finally {
      authority.remove()
    }
  })
})
