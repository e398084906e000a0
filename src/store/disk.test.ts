/** Disks that are full and folders that cannot be written: a plain error, and a record that still reads. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT, UserError } from '../core/problem.ts'
import { openReader } from './reader.ts'
import { startChild, watchChild } from './suite.ts'
import { Appender, testStream } from './suite-events.ts'
import { openWriter } from './writer.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-disk-'))
const isRoot = process.getuid?.() === 0
const mounted: string[] = []

function mount(name: string, options: string): string | undefined {
  const folder = join(root, name)
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
    mounted.push(folder)
    return folder
  } catch {
    return undefined
  }
}

const small = mount('small', 'size=400k')
const readOnly = mount('read-only', 'size=4m')
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', [folder])
  rmSync(root, { recursive: true, force: true })
})

async function told(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UserError)
  expect((error as UserError).exit).toBe(EXIT.record)
  return error as UserError
}

async function expectHolds(path: string, atLeast: number): Promise<void> {
  const reader = await openReader(path)
  const events = await reader.read('study')
  expect(events.length).toBeGreaterThanOrEqual(atLeast)
  expect(events).toEqual(testStream('study', events.length))
  await reader.close()
}

interface Told {
  readonly committed: number
  readonly exit: number
  readonly problems: readonly { readonly message: string }[]
}

const STORE = new URL('./index.ts', import.meta.url).href

describe('a full disk', () => {
  test.skipIf(!small)('a real one (skipped where a small one may not be mounted)', async () => {
    const path = join(small!, 'record.sqlite')
    const child = startChild(STORE, path, 'fill')
    await child.ended
    const end = JSON.parse(child.lines[0]!) as Told
    expect(end.exit).toBe(EXIT.record)
    expect(end.problems[0]?.message).toMatch('the disk is full')
    expect(end.committed).toBeGreaterThan(0)
    await expectHolds(path, end.committed)
    // With room again, it goes on.
    execFileSync('mount', ['-o', 'remount,size=4m', small!])
    const writer = await openWriter(path)
    ;(await Appender.resume(writer)).add('study', 500)
    await writer.close()
    await expectHolds(path, end.committed + 500)
  })

  test('a limit on the size of the file: the error is told, what waited can still be committed', async () => {
    const path = join(root, 'limited.sqlite')
    const writer = await openWriter(path, { maxPages: 20 })
    const appender = new Appender(writer)
    appender.add('study', 50)
    await writer.commit()
    appender.add('study', 1000)
    appender.add('other', 5)
    const pending = writer.pending
    expect((await told(writer.commit())).message).toMatch('the disk is full')
    expect(writer.pending).toBe(pending)
    await expectHolds(path, 50)
    expect((await told(writer.close())).message).toMatch('the disk is full')
    await expectHolds(path, 50)
    const next = await openWriter(path)
    const again = await Appender.resume(next)
    expect(again.add('study', 1000)).toBe(1050)
    again.add('other', 5)
    await next.close()
    await expectHolds(path, 1050)
  })

  test('a limit on what a process may write (ulimit): an error of the disk, told plainly', async () => {
    const path = join(root, 'ulimit.sqlite')
    const child = fileURLToPath(new URL('./suite-child.ts', import.meta.url))
    const script = `trap '' XFSZ; ulimit -f 256; exec "$0" "$1" "$2" "$3" fill`
    const shell = spawn('bash', ['-c', script, process.execPath, child, STORE, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const watched = watchChild(shell)
    await watched.ended
    const end = JSON.parse(watched.lines[0]!) as Told
    expect(end.exit).toBe(EXIT.record)
    expect(end.problems[0]?.message).toMatch(/disk (is full|reported an error)/)
    expect(end.committed).toBeGreaterThan(0)
    await expectHolds(path, end.committed)
  })
})

describe('a folder that cannot be written', () => {
  test('one that does not exist, or is a file', async () => {
    writeFileSync(join(root, 'file'), 'text')
    expect((await told(openWriter(join(root, 'nowhere', 'record.sqlite')))).message).toMatch('cannot be')
    expect((await told(openWriter(join(root, 'file', 'record.sqlite')))).message).toMatch('cannot be')
    expect(existsSync(join(root, 'nowhere'))).toBe(false)
  })

  test.skipIf(!existsSync('/proc/self'))('one of the system (skipped where there is no /proc)', async () => {
    expect((await told(openWriter('/proc/record.sqlite'))).message).toMatch('cannot be written')
  })

  test.skipIf(isRoot)('one without the permission (skipped for root, whom none stops)', async () => {
    const folder = join(root, 'closed')
    mkdirSync(folder)
    await (await openWriter(join(folder, 'record.sqlite'))).close()
    chmodSync(folder, 0o500)
    expect((await told(openWriter(join(folder, 'other.sqlite')))).message).toMatch('cannot be written')
    await expectHolds(join(folder, 'record.sqlite'), 0)
    chmodSync(folder, 0o700)
  })

  test.skipIf(!readOnly)(
    'a read-only disk: no writing, all the reading (skipped without mounts)',
    async () => {
      const done = join(readOnly!, 'done.sqlite')
      const writer = await openWriter(done)
      new Appender(writer).add('study', 50)
      await writer.commit()
      // As a kill would leave them: the log beside the file, and once with the log's index, once without.
      const killed = join(readOnly!, 'killed.sqlite')
      for (const rest of ['', '-wal', '-shm']) copyFileSync(done + rest, killed + rest)
      const alone = join(readOnly!, 'alone.sqlite')
      for (const rest of ['', '-wal']) copyFileSync(done + rest, alone + rest)
      await writer.close()
      // As a close beside a reader leaves it: in WAL mode still, without a log.
      const plain = join(readOnly!, 'plain.sqlite')
      copyFileSync(done, plain)
      execFileSync(process.execPath, [
        '-e',
        `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('PRAGMA journal_mode = WAL')`,
        plain,
      ])
      execFileSync('mount', ['-o', 'remount,ro', readOnly!])
      expect((await told(openWriter(done))).message).toMatch('cannot be written')
      expect((await told(openWriter(join(readOnly!, 'new.sqlite')))).message).toMatch('cannot be written')
      await expectHolds(done, 50)
      await expectHolds(plain, 50)
      await expectHolds(killed, 50)
      // Without the index SQLite cannot read the log here; then that is said, and never less than all is read.
      const read = await openReader(alone).then(
        async (reader) => (await reader.read('study')).length,
        (error: unknown) => (error as UserError).problems[0]?.mend,
      )
      expect([50, expect.stringMatching('copy it there')]).toContainEqual(read)
    },
  )
})
