/** docs/protocols.md says what the code does. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings as alternatingOffers } from './alternating-offers/settings.ts'
import { CONSEQUENCE, FAULTS } from './faults.ts'
import { settings as freeTalk } from './free-talk/settings.ts'
import { settings as packageVotes } from './package-votes/settings.ts'

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

  test.each([
    ['## Alternating offers', alternatingOffers, { opener: 'the first party' }],
    [
      '## Package votes',
      packageVotes,
      {
        opener: 'the first party',
        counted_of: 'see below',
        settle: 'see below',
        opening_package: 'none',
        opening_party: 'the opener',
        final_proposer: 'none',
        unanimity_bonus: 'none',
      },
    ],
  ])('%s lists every setting with its default', (heading, settings, none) => {
    const type = heading.slice(3).toLowerCase().replace(' ', '-')
    const { type: _, ...defaults } = settings.parse({ type })
    const listed = Object.fromEntries(rows(heading).map(([name, value]) => [name, value]))
    const expected = Object.keys(settings.shape)
      .filter((name) => name !== 'type')
      .map((name) => {
        const value = (defaults as Record<string, unknown>)[name]
        if (value === undefined) return [`\`${name}\``, (none as Record<string, string>)[name]]
        return [`\`${name}\``, typeof value === 'number' ? String(value) : `\`${value}\``]
      })
    expect(listed).toEqual(Object.fromEntries(expected))
  })

  test('## Free talk lists every setting with its default, what is inside of others too', () => {
    const limits = ['message.words', 'message.sentences.min', 'message.sentences.max']
    const flat = (value: object, before = ''): [string, string][] =>
      Object.entries(value).flatMap(([name, one]) =>
        typeof one === 'object'
          ? flat(one, `${before}${name}.`)
          : [[`\`${before}${name}\``, typeof one === 'number' ? String(one) : `\`${one}\``]],
      )
    const { type: _, ...defaults } = freeTalk.parse({ type: 'free-talk' })
    const listed = Object.fromEntries(rows('## Free talk').map(([name, value]) => [name, value]))
    expect(listed).toEqual({
      ...Object.fromEntries(flat(defaults)),
      '`opener`': 'the first party',
      ...Object.fromEntries(limits.map((name) => [`\`${name}\``, 'no limit'])),
    })
    // Every setting can be given, and no other.
    const message = { words: 5, sentences: { min: 1, max: 2 }, bullets: false, stage_directions: false }
    const confirm = { readings: 3, needed: 2 }
    const all = {
      turns: 4,
      opener: 'ann',
      repairs_per_turn: 0,
      message,
      confirm,
      audit: true,
      on_fault: 'end',
    }
    expect(Object.keys(listed).toSorted()).toEqual(
      flat(all)
        .map(([name]) => name)
        .toSorted(),
    )
    expect(freeTalk.parse({ type: 'free-talk', ...all })).toEqual({ type: 'free-talk', ...all })
  })
})
