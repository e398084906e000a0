/** docs/events.md against the code: its examples are events, none is missing, and its program checks a record. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWriter } from '../store/index.ts'
import { checkChain, GENESIS, link, sealEvent, tryOpenEvent } from './chain.ts'
import { sha256 } from './hash.ts'
import { EVENT_TYPES } from './schema.ts'

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
const blocks = (text: string, kind: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\n\`\`\``, 'g'))].map((found) => found[1]!)

/** The page's sections that are named like an event. */
const sections = page
  .split(/^#+ /m)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }))
  .filter(({ name }) => /^[a-z]+\.[a-z]+$/.test(name))

test('every event type has its section, and every section is an event type', () => {
  expect(sections.map(({ name }) => name).toSorted()).toEqual([...EVENT_TYPES].toSorted())
})

test.each(sections)('$name: its examples are such events, and say what is sealed', ({ name, text }) => {
  const [body, ...more] = blocks(text, 'json') as [string, ...string[]]
  expect(text).toMatch(/Sealed: /)
  for (const example of [body, ...more.filter((block) => block.startsWith('{"seq"'))]) {
    const { seq } = JSON.parse(example) as { seq: number }
    const opened = tryOpenEvent({ seq, body: example, hash: GENESIS })
    expect(opened).toMatchObject({ event: { type: name } })
    expect(JSON.stringify(JSON.parse(example))).toBe(example)
  }
  const sealed = more.find((block) => !block.startsWith('{"seq"'))
  expect(sealed !== undefined).toBe(body.includes('"sealed"'))
  if (sealed === undefined) return
  const { seq } = JSON.parse(body) as { seq: number }
  const hash = link(GENESIS, body, sha256)
  expect(checkChain([{ seq, body, sealed, hash }], sha256, GENESIS)?.message).toMatch('missing') // not the first
  expect(
    checkChain([{ seq, body, sealed, hash: link('f'.repeat(64), body, sha256) }], sha256, 'f'.repeat(64)),
  ).toBe(undefined)
})

test('the worked example of the chain holds', () => {
  const chain = page.slice(page.indexOf('## The chain'))
  const [body, sealed] = blocks(chain, 'json') as [string, string]
  const [hash] = blocks(chain, 'text') as [string]
  expect(checkChain([{ seq: 0, body, sealed, hash }], sha256)).toBeUndefined()
})

const python = spawnSync('python3', ['-c', 'import sqlite3; assert sqlite3.sqlite_version_info >= (3, 37)'])
describe.skipIf(python.status !== 0)(
  'the program (skipped where python3 with SQLite 3.37 is missing)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-events-'))
    const program = join(folder, 'verify.py')
    const record = join(folder, 'record.sqlite')
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    beforeAll(async () => {
      writeFileSync(program, blocks(page, 'python')[0]!)
      const at = '2025-01-01T00:00:00.000Z'
      const writer = await openWriter(record)
      let head = GENESIS
      for (let seq = 0; seq < 3; seq++) {
        const event = { seq, at, type: 'seat.absent', seat: 'é', turn: 1, code: '\ud800' } as const
        const sealed = { detail: { salt: `${seq}`.repeat(32), value: 'größer\nals' } }
        const stored = sealEvent(event, head, sha256, sealed)
        writer.append('a', stored)
        head = stored.hash
      }
      const closed = { seq: 0, at, type: 'negotiation.closed', negotiation: 'a', events: 3, head } as const
      writer.append('study', sealEvent(closed, GENESIS, sha256))
      await writer.close()
    })

    const run = (): string => execFileSync('python3', [program, record], { encoding: 'utf8', stdio: 'pipe' })

    test('passes a whole record', () => {
      expect(run()).toBe('whole: 2 streams\n')
    })

    test.each([
      [
        'UPDATE events SET body = replace(body, \'"turn":1\', \'"turn":2\') WHERE id % 1024 = 1',
        /a event 1 does not follow/,
      ],
      ['DELETE FROM events WHERE id % 1024 = 1', /a event 1 is missing/],
      ['DELETE FROM events WHERE id % 1024 = 2', /a lost its end/],
      [
        "UPDATE events SET sealed = replace(sealed, 'größer', 'kleiner') WHERE id % 1024 = 2",
        /a event 2 detail/,
      ],
    ])('finds what %s did', (change, message) => {
      const whole = readFileSync(record)
      const db = new DatabaseSync(record)
      for (const kind of ['update', 'delete']) db.exec(`DROP TRIGGER refuse_${kind}`)
      db.exec(change)
      db.close()
      expect(run).toThrow(message)
      writeFileSync(record, whole)
    })
  },
)
