/** Files that are no record, not whole, newer, in use or changed: each told plainly, nothing touched. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXIT, UserError } from '../core/problem.ts'
import { checkChain, GENESIS } from '../record/chain.ts'
import { sha256 } from '../record/hash.ts'
import { STREAM_SPAN } from './file.ts'
import { lockHolder, lockPath } from './lock.ts'
import { openReader } from './reader.ts'
import { Appender, testStream } from './suite-events.ts'
import { openWriter } from './writer.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-files-'))
  path = join(folder, 'record.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function told(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UserError)
  return error as UserError
}

async function fill(count = 200): Promise<void> {
  const writer = await openWriter(path)
  new Appender(writer).add('study', count)
  await writer.close()
}

/** What both openers say of the file; it and its folder must be as they were. */
async function bothTell(message: RegExp): Promise<void> {
  const before = readFileSync(path)
  const names = readdirSync(folder)
  for (const opening of [openReader(path), openWriter(path)]) {
    const error = await told(opening)
    expect(error.exit).toBe(EXIT.record)
    expect(error.message).toMatch(message)
  }
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(folder)).toEqual(names)
}

describe('what is no record', () => {
  test('no file: the reader says so, and makes none', async () => {
    const error = await told(openReader(path))
    expect(error.exit).toBe(EXIT.record)
    expect(error.message).toMatch('There is no record here')
    expect(readdirSync(folder)).toEqual([])
  })

  test('an empty file', async () => {
    writeFileSync(path, '')
    await bothTell(/no Parley record/)
  })

  test('a text file', async () => {
    writeFileSync(path, 'Dear diary, this is not a database at all.\n'.repeat(500))
    await bothTell(/no Parley record/)
  })

  test('a folder', async () => {
    for (const opening of [openReader(folder), openWriter(folder)]) {
      expect((await told(opening)).message).toMatch('no Parley record')
    }
  })

  test('a database of another program, be it in WAL mode', async () => {
    const db = new DatabaseSync(path)
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE cats (name TEXT)')
    db.close()
    await bothTell(/no Parley record/)
  })

  test('a newer format', async () => {
    await fill()
    const db = new DatabaseSync(path)
    db.exec('PRAGMA user_version = 7')
    db.close()
    await bothTell(/newer format/)
  })

  test('a format that never was', async () => {
    await fill()
    const db = new DatabaseSync(path)
    db.exec('PRAGMA user_version = 0')
    db.close()
    await bothTell(/no version of Parley has written/)
  })

  test.each([
    [
      'a table of an early draft',
      'DROP TABLE events; CREATE TABLE events (stream TEXT, seq INTEGER, body TEXT)',
    ],
    ['no list of streams', 'DROP VIEW record; DROP VIEW names'],
    [
      'a column of another name',
      'DROP VIEW record; DROP VIEW names; ALTER TABLE events RENAME COLUMN body TO text',
    ],
  ])('tables that are not those of this version: %s', async (_, sql) => {
    await fill()
    const db = new DatabaseSync(path)
    db.exec(sql)
    db.close()
    await bothTell(/tables are not those that this version of Parley reads/)
  })
})

describe('damage', () => {
  test.each([60, 5000, 16384, 20_000])('a file cut after %i bytes', async (bytes) => {
    await fill()
    const whole = readFileSync(path)
    expect(whole.length).toBeGreaterThan(20_000)
    writeFileSync(path, whole.subarray(0, bytes))
    await bothTell(/damaged|no Parley record/)
  })

  test('the end cut off while the table lies before it', async () => {
    await fill()
    writeFileSync(path, readFileSync(path).subarray(0, -8192))
    await bothTell(/damaged/)
  })

  test('every changed byte of a stored event shows in the chain', async () => {
    await fill(6)
    const whole = readFileSync(path)
    const [first] = testStream('study', 6)
    const start = whole.indexOf(first!.body)
    expect(start).toBeGreaterThan(0)
    const rowBytes = Buffer.byteLength(first!.body) + 32 + Buffer.byteLength(first!.sealed!)
    for (let place = start; place < start + rowBytes; place += 3) {
      const copy = Buffer.from(whole)
      copy[place] = copy[place]! ^ (1 + (place % 255))
      writeFileSync(path, copy)
      const reader = await openReader(path)
      const found = await reader.read('study').then(
        (events) => checkChain(events, sha256, GENESIS, 'study')?.place,
        (error: unknown) => (error as UserError).problems[0]?.path,
      )
      expect(found).toBe('study, event 0')
      await reader.close()
    }
  })

  test('a stream that is named at another event than its first is told with its place', async () => {
    await fill(6)
    const db = new DatabaseSync(path)
    db.exec('DROP TRIGGER refuse_update; PRAGMA ignore_check_constraints = ON')
    db.exec(`UPDATE events SET stream = 0 WHERE id % ${STREAM_SPAN} = 3`)
    db.close()
    const reader = await openReader(path)
    const error = await told(reader.read('study'))
    expect(error.exit).toBe(EXIT.differs)
    expect(error.problems[0]).toMatchObject({ path: 'study, event 3' })
    await reader.close()
  })

  test('bytes that are no text do not pass for the replacement character', async () => {
    const writer = await openWriter(path)
    const event = testStream('study', 1)[0]!
    writer.append('study', { ...event, body: event.body.replace('says', '\ufffd') })
    await writer.close()
    const whole = readFileSync(path)
    whole[whole.indexOf('\ufffd')] = 0xff
    writeFileSync(path, whole)
    const reader = await openReader(path)
    expect((await told(reader.read('study'))).exit).toBe(EXIT.differs)
    await reader.close()
  })

  test('a kill in the middle of copying the log back leaves a record that opens', async () => {
    const writer = await openWriter(path)
    new Appender(writer).add('study', 400)
    await writer.commit()
    const copy = join(folder, 'copy.sqlite')
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    await writer.close()
    copyFirstPage(copy)
    const reader = await openReader(copy)
    expect(await reader.read('study')).toEqual(testStream('study', 400))
    await reader.close()
    const next = await openWriter(copy)
    expect(await next.read('study')).toEqual(testStream('study', 400))
    await next.close()
  })
})

/** Copies page 1 from the log into the file, as a checkpoint does first (the log's form: fileformat.html, 4.1). */
function copyFirstPage(file: string): void {
  const log = readFileSync(`${file}-wal`)
  const main = readFileSync(file)
  let copied = false
  for (let at = 32; at < log.length; at += 24 + 8192) {
    if (log.readUInt32BE(at) !== 1) continue
    log.copy(main, 0, at + 24, at + 24 + 8192)
    copied = true
  }
  expect(copied && main.readUInt32BE(28) * 8192 > main.length).toBe(true)
  writeFileSync(file, main)
}

describe('the file', () => {
  test('refuses every change and removal of a row', async () => {
    await fill(3)
    const db = new DatabaseSync(path)
    for (const change of [
      "UPDATE events SET body = '{}'",
      'DELETE FROM events',
      "INSERT OR REPLACE INTO events SELECT id, stream, '{}', hash, NULL FROM events",
      "INSERT OR REPLACE INTO events SELECT id + 7, NULL, '{}', hash, NULL FROM events",
    ]) {
      expect(() => db.exec(change)).toThrow('append-only')
    }
    expect(db.prepare('SELECT count(*) AS rows FROM events').get()).toEqual({ rows: 3 })
    const stored = testStream('study', 3).map((event) => ({ stream: 'study', sealed: null, ...event }))
    expect(db.prepare('SELECT * FROM record').all()).toEqual(stored)
    db.close()
  })

  test('is one file after a clean close, beside the lock', async () => {
    await fill(3)
    expect(readdirSync(folder)).toEqual(['record.sqlite', 'record.sqlite-lock'])
    expect(readFileSync(path).subarray(18, 20)).toEqual(Buffer.from([1, 1])) // not in WAL mode
  })

  test('is made whole or not at all: what a kill left of a new one is no hindrance', async () => {
    writeFileSync(`${path}-new`, 'half a record')
    await fill(3)
    expect(readdirSync(folder)).toEqual(['record.sqlite', 'record.sqlite-lock'])
  })
})

describe('the lock', () => {
  test('names the holder to others, and nobody after it is gone', async () => {
    expect(lockHolder(path)).toBeUndefined()
    const writer = await openWriter(path)
    expect(lockHolder(path)).toMatchObject({ pid: process.pid })
    expect(lockHolder(path)?.since).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    await writer.close()
    expect(lockHolder(path)).toBeUndefined()
  })

  test('that was left behind, empty or with a name in it, holds nobody up', async () => {
    writeFileSync(lockPath(path), '')
    await fill(1)
    await fill(0)
    expect(lockHolder(path)).toBeUndefined()
  })

  test('that is damaged is told, and the record is not touched', async () => {
    writeFileSync(lockPath(path), 'not a lock '.repeat(100))
    const error = await told(openWriter(path))
    expect(error.exit).toBe(EXIT.record)
    expect(error.message).toMatch('lock beside the record is damaged')
    expect(readdirSync(folder)).toEqual(['record.sqlite-lock'])
  })
})

describe('a stream whose beginning was cut out', () => {
  test('is not passed over, and nothing new takes its place', async () => {
    const writer = await openWriter(path)
    const appender = new Appender(writer)
    for (const stream of ['a', 'b', 'c', 'd']) appender.add(stream, 3)
    await writer.close()
    const db = new DatabaseSync(path)
    db.exec(`DROP TRIGGER refuse_delete;
      DELETE FROM events WHERE id = 2 * ${STREAM_SPAN};
      DELETE FROM events WHERE id >= 3 * ${STREAM_SPAN} AND id < 4 * ${STREAM_SPAN}`)
    db.close()
    const reader = await openReader(path)
    const streams = await reader.streams()
    expect(streams.map(({ stream, events }) => [stream, events])).toEqual([
      ['a', 3],
      ['stream 2', 3],
      ['d', 3],
    ])
    expect(checkChain(await reader.read('stream 2'), sha256)?.message).toMatch('missing')
    expect(await reader.read('b')).toEqual([])
    const next = await openWriter(path)
    new Appender(next).add('e', 2)
    await next.commit()
    expect(await reader.read('e')).toEqual(testStream('e', 2))
    expect(await reader.read('d')).toEqual(testStream('d', 3))
    await reader.close()
    await next.close()
  })
})
