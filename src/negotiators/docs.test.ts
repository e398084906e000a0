import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCRIPTS } from './registry.ts'

test('docs/negotiators.md tells of every script', () => {
  const page = readFileSync(new URL('../../docs/negotiators.md', import.meta.url), 'utf8')
  for (const { name } of SCRIPTS) expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'))
})
