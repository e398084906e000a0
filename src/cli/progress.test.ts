import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Io } from './io.ts'
import { durationText, makeProgress, type ProgressState, progressWords } from './progress.ts'

const START = Date.UTC(2030, 0, 1)

const at = (ms: number, done: number, more: Partial<ProgressState> = {}): ProgressState => ({
  done,
  running: 1,
  left: 39 - done,
  startedAt: START,
  now: START + ms,
  ...more,
})

function watch(live: boolean, env: Io['env'] = {}) {
  const notes: string[] = []
  const io: Io = {
    out: () => {},
    note: (text) => void notes.push(text),
    env,
    cwd: '/',
    now: () => new Date(START),
    terminal: live,
    columns: 80,
    live,
  }
  const stream = Object.assign(new PassThrough(), { columns: 80, rows: 24, isTTY: true })
  const progress = makeProgress(io, stream)
  return { notes, progress, drawn: () => String(stream.read() ?? '') }
}

describe('in a log file', () => {
  test('a short run is one line, at its end', () => {
    const { notes, progress, drawn } = watch(false)
    for (let i = 0; i <= 40; i++) progress.update(at(i * 20, i, { running: 0, left: 40 - i }))
    progress.done()
    expect(notes).toEqual(['40 of 40 done, 0.8 s'])
    expect(drawn()).toBe('')
  })

  test('a long run speaks ever more seldom', () => {
    const { notes, progress } = watch(false)
    for (let s = 0; s <= 3600; s++) progress.update(at(s * 1000, Math.floor(s / 100)))
    expect(notes[0]).toBe('0 of 40 done, 1 running, 39 left, 10 s')
    expect(notes.length).toBeLessThan(35)
    progress.done()
    expect(notes.at(-1)).toContain('36 of 40 done')
  })

  test('so does a terminal that cannot redraw', () => {
    const { notes, progress, drawn } = watch(true, { TERM: 'dumb' })
    progress.update(at(0, 0))
    progress.done()
    expect(notes).toHaveLength(1)
    expect(drawn()).toBe('')
  })
})

describe('on a terminal', () => {
  test('a bar and its words redraw themselves, not more often than a person can see', () => {
    const { notes, progress, drawn } = watch(true, { NO_COLOR: '1' })
    for (let ms = 0; ms < 1000; ms++) progress.update(at(ms, 20))
    progress.done()
    const text = drawn()
    expect(text).toContain('█')
    expect(text.split('20 of 40 done').length - 1).toBeLessThanOrEqual(11)
    expect(notes).toEqual([])
  })

  test('never wider than the terminal, whatever the note', () => {
    const { progress, drawn } = watch(true, { NO_COLOR: '1' })
    progress.update(at(0, 3, { note: `\u001b[2J${'long '.repeat(60)}` }))
    const text = drawn()
    expect(text).not.toContain('\u001b[2J')
    const lines = stripVTControlCharacters(text).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80)
  })
})

describe('words', () => {
  test('the time left goes by this run alone', () => {
    const first = at(0, 20)
    expect(progressWords(at(10_000, 30), first)).toBe(
      '30 of 40 done, 1 running, 9 left, 10 s, about 10 s to go',
    )
  })

  test('a run that has hardly begun says nothing of the rest', () => {
    expect(progressWords(at(1_900, 30), at(0, 20))).not.toContain('to go')
  })

  test('cost is told where there is one', () => {
    expect(progressWords(at(0, 0, { cost: 'at least $0.42' }), at(0, 0))).toContain('at least $0.42')
    expect(progressWords(at(0, 0), at(0, 0))).not.toContain('$')
  })

  test.each([
    [0, '0.0 s'],
    [400, '0.4 s'],
    [9_960, '10 s'],
    [59_400, '59 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
  ])('%i ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text)
  })
})
