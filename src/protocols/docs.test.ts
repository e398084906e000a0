/** docs/protocols.md says what the code does. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from './alternating-offers/settings.ts'
import { CONSEQUENCE, FAULTS } from './faults.ts'

const page = readFileSync(new URL('../../docs/protocols.md', import.meta.url), 'utf8')

/** The rows of the table under a heading, cells trimmed. */
const rows = (heading: string): string[][] => {
  const lines = page.slice(page.indexOf(`\n${heading}\n`) + 1).split('\n')
  const from = lines.findIndex((line) => line.startsWith('|'))
  const table = lines.slice(
    from,
    lines.findIndex((line, i) => i > from && !line.startsWith('|')),
  )
  return table.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

describe('docs/protocols.md', () => {
  test('lists every fault of the registry, in its order', () => {
    const expected = Object.entries(FAULTS).map(([code, { kind, repair }]) => [
      `\`${code}\``,
      kind === 'unreadable' ? 'unreadable' : 'not allowed',
      repair,
      CONSEQUENCE,
    ])
    expect(rows('## Faults')).toEqual(expected)
  })

  test('lists every setting with its default', () => {
    const { type: _, ...defaults } = settings.parse({ type: 'alternating-offers' })
    const listed = Object.fromEntries(rows('## Alternating offers').map(([name, value]) => [name, value]))
    const expected = Object.keys(settings.shape)
      .filter((name) => name !== 'type')
      .map((name) => {
        const value = (defaults as Record<string, unknown>)[name]
        if (value === undefined) return [`\`${name}\``, 'the first party']
        return [`\`${name}\``, typeof value === 'number' ? String(value) : `\`${value}\``]
      })
    expect(listed).toEqual(Object.fromEntries(expected))
  })
})
