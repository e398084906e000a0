/** `parley replay` and `parley show` as a person uses them: a study that was run, changed on disk, and looked at. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import type { StoredEvent } from '../src/store/contract.ts'
import { openReader, openWriter } from '../src/store/index.ts'
import { ESCAPE, parley, TRACE } from './run-parley.ts'
import { studyFolder } from './study-folder.ts'

const folder = studyFolder()
const record = join(folder, 'record.sqlite')

beforeAll(() => {
  expect(parley(['run', folder]).code).toBe(EXIT.ok)
})

type Streams = Map<string, StoredEvent[]>

async function readStreams(): Promise<Streams> {
  const reader = await openReader(record)
  const streams: Streams = new Map()
  for (const { stream } of await reader.streams()) streams.set(stream, [...(await reader.read(stream))])
  await reader.close()
  return streams
}

/** The study's record written anew by someone who changes it first. */
async function tampered(change: (streams: Streams) => void): Promise<string> {
  const streams = await readStreams()
  change(streams)
  const copy = join(mkdtempSync(join(tmpdir(), 'parley-tampered-')), 'record.sqlite')
  const writer = await openWriter(copy)
  for (const [stream, events] of streams) for (const event of events) writer.append(stream, event)
  await writer.commit()
  await writer.close()
  return copy
}

const ids = async (): Promise<string[]> => [...(await readStreams()).keys()].filter((id) => id !== 'study')

/** Changes one event of the negotiation that was played first. */
const edit =
  (seq: number, change: (event: StoredEvent) => StoredEvent) =>
  (streams: Streams): void => {
    const events = firstOf(streams)
    events[seq] = change(events[seq]!)
  }

const firstOf = (streams: Streams): StoredEvent[] => [...streams].find(([id]) => id !== 'study')![1]

const otherReading = edit(2, (event) => ({ ...event, body: event.body.replace('OFFER O2', 'OFFER O3') }))

describe('parley replay of a record', () => {
  test('passes what was run, whole and one negotiation', async () => {
    const whole = parley(['replay', folder])
    expect(whole).toMatchObject({ code: EXIT.ok, err: '' })
    expect(whole.out).toMatch(/chain +passed/)
    expect(whole.out).toMatch(/rules +passed +12 negotiations replayed/)
    expect(whole.out).toMatch(/requests +not applicable/)
    const one = parley(['replay', folder, (await ids())[0]!])
    expect(one.code).toBe(EXIT.ok)
    expect(one.out).toMatch(/rules +passed +1 negotiation replayed/)
    expect(one.out).toMatch(/points +buyer [\d.]+, seller [\d.]+, joint gain/)
  })

  test('prints the same as JSON', () => {
    const { code, out } = parley(['replay', folder, '--json'])
    const found = JSON.parse(out)
    expect(code).toBe(EXIT.ok)
    expect(found).toMatchObject({ ok: true, depths: { chain: { status: 'passed' }, rules: { checked: 12 } } })
    expect(found.negotiations).toHaveLength(12)
    expect(found.head).toMatch(/^[0-9a-f]{64}$/)
    expect(parley(['replay', folder, '--head', found.head]).code).toBe(EXIT.ok)
    expect(parley(['replay', folder, '--head', '0'.repeat(64)]).code).toBe(EXIT.differs)
  })

  test.each<[string, (streams: Streams) => void, RegExp]>([
    ['a body', otherReading, /event 2/],
    ['a hash', edit(1, (event) => ({ ...event, hash: '0'.repeat(64) })), /event 1/],
    ['a last event that is gone', (streams) => void firstOf(streams).pop(), /its last one is missing/],
    [
      'a negotiation that is gone',
      (streams) => void streams.delete([...streams.keys()].at(-1)!),
      /missing from the record/,
    ],
    [
      'two negotiations in each other’s place',
      (streams) => {
        const [a, b] = [...streams.keys()].filter((id) => id !== 'study')
        const events = streams.get(a!)!
        streams.set(a!, streams.get(b!)!).set(b!, events)
      },
      /written anew|missing|added/,
    ],
  ])('names the place of a change, with an exit code of its own: %s', async (_, change, place) => {
    const { code, out, err } = parley(['replay', await tampered(change)])
    expect(code).toBe(EXIT.differs)
    expect(out).toMatch(/chain +FAILED/)
    expect(out).toMatch(place)
    expect(out + err).not.toMatch(TRACE)
  })

  test('a scenario that has changed on disk is a note: the record counts', async () => {
    const other = studyFolder()
    copyFileSync(await tampered(() => {}), join(other, 'record.sqlite'))
    const file = join(other, 'scenario', 'scenario.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('A small deal', 'Another deal'))
    const { code, out } = parley(['replay', other])
    expect(code).toBe(EXIT.ok)
    expect(out).toMatch(/Note: .*scenario\.yaml has changed since the record was last amended or begun/)
  })

  test('says what is missing or meant', () => {
    expect(parley(['replay', join(folder, 'nowhere')])).toMatchObject({ code: EXIT.record })
    const several = parley(['replay', folder, 'b0'])
    expect(several.code).toBe(EXIT.usage)
    expect(several.err).toContain('more of the id is needed')
    expect(parley(['replay', folder, '--sha256', 'a']).code).toBe(EXIT.usage)
    expect(parley(['replay', '--calls', 'x.jsonl']).code).toBe(EXIT.usage)
  })
})

describe('parley show', () => {
  test('prints a conversation, from outside and inside the study', async () => {
    const id = (await ids())[0]!
    const shown = parley(['show', folder, id])
    expect(shown.code).toBe(EXIT.ok)
    expect(shown.out).toContain('No single party knew them')
    expect(shown.out).toMatch(/▸ OFFER O2, standing in place of O1/)
    expect(shown.out).toMatch(/all points: Buyer [\d.]+, Seller [\d.]+/)
    expect(shown.out).not.toContain(ESCAPE)
    expect(parley(['show', id.slice('negotiation-'.length)], { cwd: folder }).out).toBe(shown.out)
    const data = JSON.parse(parley(['show', folder, id, '--json']).out)
    expect(data).toMatchObject({ negotiation: id, finished: true })
    expect(data.turns[1]).toMatchObject({ turn: 2, action: 'OFFER', offer: { id: 'O2' }, standing: 'O2' })
  })

  test('says that a record is not what it was', async () => {
    const copy = await tampered(otherReading)
    const { code, out } = parley(['show', copy, (await ids())[0]!])
    expect(code).toBe(EXIT.ok)
    expect(out.replace(/\s+/g, ' ')).toContain('Note: What follows from the replies is not what is recorded')
  })
})

const calls = fileURLToPath(new URL('../../shared/reference/concert/calls.jsonl', import.meta.url))
const pack = fileURLToPath(new URL('../../shared/reference/packs/concert-tickets', import.meta.url))

describe.skipIf(!existsSync(calls))(
  'parley replay --calls (skipped where the reference folder is missing)',
  () => {
    const replay = (file: string, ...more: string[]) =>
      parley(['replay', '--scenario', pack, '--calls', file, ...more])
    const copy = (change: (bytes: Buffer) => Buffer | undefined): string => {
      const file = join(mkdtempSync(join(tmpdir(), 'parley-calls-')), 'calls.jsonl')
      const bytes = readFileSync(calls)
      writeFileSync(file, change(bytes) ?? bytes)
      return file
    }

    test('says that all requests are identical, and how it ended', () => {
      const { code, out } = replay(calls)
      expect(code).toBe(EXIT.ok)
      expect(out).toContain('all 10 requests are identical')
      expect(out).toContain('O9 was accepted on turn 10 at 67.50 / 24.00 / 96.00')
      expect(out).toContain('buyer 63.425, seller 60.95, joint gain 84.375, efficiency 93.75%')
      expect(out).toContain('--sha256')
    })

    test('its last words are vouched for by the hash of the whole file alone', () => {
      const { sha256 } = JSON.parse(replay(calls, '--json').out)
      const whole = replay(calls, '--sha256', sha256)
      expect(whole.code).toBe(EXIT.ok)
      expect(whole.out).not.toContain('Note')
      const other = copy((bytes) =>
        Buffer.from(bytes.toString().replace(/confirmation shortly(?=[^\n]*\n$)/, 'confirmation shorrly')),
      )
      expect(replay(other).code).toBe(EXIT.ok)
      expect(replay(other, '--sha256', sha256).code).toBe(EXIT.differs)
    })

    test.each<[string, (bytes: Buffer) => Buffer | undefined, number, RegExp]>([
      [
        'a byte of a request',
        (bytes) => void bytes.write('X', 12_000),
        EXIT.differs,
        /line \d+, turn \d+, request/,
      ],
      [
        'a byte that is no text',
        (bytes) => void bytes.writeUInt8(0xff, 30_000),
        EXIT.differs,
        /:\d+:\d+: .*UTF-8/,
      ],
      ['half a file', (bytes) => bytes.subarray(0, 30_000), EXIT.differs, /line \d+: The line is not JSON/],
      ['an empty file', () => Buffer.alloc(0), EXIT.invalid, /empty/],
      ['something else', () => Buffer.from('no calls\n'), EXIT.invalid, /:1.*not JSON/],
    ])('tells a change plainly: %s', (_, change, exit, place) => {
      const { code, out, err } = replay(copy(change))
      expect(code).toBe(exit)
      expect(out + err).toMatch(place)
      expect(out + err).not.toMatch(TRACE)
    })

    test('is shown as a conversation too', () => {
      const { code, out } = parley(['show', '--scenario', pack, '--calls', calls])
      expect(code).toBe(EXIT.ok)
      expect(out).toContain("▸ ACCEPT O9 (Buyer's): agreed")
      expect(out).toContain('efficiency 93.75% of the largest, 90')
    })
  },
)
