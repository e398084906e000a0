import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DEAL, sampleScenario } from '../../test/sample-record.ts'
import { decodeText } from '../cli/read-text.ts'
import { UserError } from '../core/problem.ts'
import { randomOf } from '../core/random.ts'
import { encode } from '../models/anthropic/wire.ts'
import { loadScenario } from '../scenario/folder.ts'
import { makeGame } from '../scenario/game.ts'
import { makeRenderer } from '../scenario/render.ts'
import { Play } from './play.ts'
import { type CallsCheck, checkCalls } from './requests.ts'

const scenario = await sampleScenario()
const params = { max_tokens: 4096, temperature: 0.5, output_config: { effort: 'low' } }

/** A file of calls as a run on models would leave it, one JSON a line. */
function callLines(texts: readonly string[] = DEAL, opener = 'buyer'): string[] {
  const play = new Play(makeGame(scenario, opener))
  const renderer = makeRenderer(scenario)
  return texts.map((reply, i) => {
    const view = play.view(play.mover!)
    const prompt = renderer.prompt(view.seat, view, view.repair > 0 ? texts[i - 1] : undefined)
    const request = encode(prompt, { model: 'a-model', params })
    play.reply(reply, view, i + 1)
    return JSON.stringify({ turn: view.turn, request, reply })
  })
}

const file = (lines: readonly string[]): string => `${lines.join('\n')}\n`
const lines = callLines()

/** The sample's calls with one line changed. */
const changed = (line: number, change: (text: string) => string): CallsCheck =>
  checkCalls(file(lines.map((text, i) => (i + 1 === line ? change(text) : text))), scenario)

describe('a file of calls', () => {
  test('whose requests are what the scenario renders, repairs among them', () => {
    const check = checkCalls(file(lines), scenario)
    expect(check).toMatchObject({ compared: 8, identical: 8, differences: [], suspicions: [], notes: [] })
    expect(check.end).toMatchObject({ kind: 'agreement', offer: 'O3' })
    expect(check.game.opener).toBe('buyer')
  })

  test('is read in the spelling of other writers too, and without a last line break', () => {
    const escaped = lines.map((line) =>
      line.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
    expect(checkCalls(escaped.join('\n'), scenario).differences).toEqual([])
    expect(checkCalls(lines.join('\r\n'), scenario).differences).toEqual([])
  })

  test('tells by its prompts who opened', () => {
    expect(checkCalls(file(callLines(DEAL, 'seller')), scenario)).toMatchObject({
      identical: 8,
      differences: [],
    })
  })

  test('may be unfinished', () => {
    const check = checkCalls(file(lines.slice(0, 3)), scenario)
    expect(check).toMatchObject({ identical: 3, differences: [] })
    expect(check.end).toBeUndefined()
  })

  test.each<[string, number, (text: string) => string, string | RegExp]>([
    [
      'a word of a request',
      4,
      (s) => s.replace('You ', 'Yuo '),
      /^line 4, turn 3, request\.system, character \d+$/,
    ],
    [
      'a word of a reply that is quoted',
      1,
      (s) => s.replace('Here is an offer', 'Hero is an offer'),
      /^line 1, turn 1, reply, character \d+$/,
    ],
    [
      'white space between tokens',
      5,
      (s) => s.replace(',"request"', ', "request"'),
      /^line 5, character \d+ of the line$/,
    ],
    ['a setting', 6, (s) => s.replace('4096', '4097'), 'line 6, turn 4, request.max_tokens'],
    ['how a setting is spelt', 6, (s) => s.replace('0.5', '0.50'), 'line 6, turn 4, request.temperature'],
    ['the name of a key', 4, (s) => s.replace('"role"', '"rule"'), 'line 4, turn 3, request.messages[0]'],
    ['a turn', 4, (s) => s.replace('"turn":3', '"turn":4'), 'line 4, turn'],
    [
      'a reply that cannot be read now',
      4,
      (s) => s.replace(/"reply":"\{\\"action\\": \\"NONE/, '"reply":"{\\"action\\": \\"NUNE'),
      'line 5, turn',
    ],
    ['no JSON', 3, (s) => s.slice(0, -1), 'line 3'],
    ['a field less', 3, (s) => s.replace('"reply"', '"reply2"'), 'line 3'],
    ['an empty line', 3, () => '', 'line 3'],
    ['no turn', 3, (s) => s.replace('"turn":2', '"turn":"2"'), 'line 3'],
    ['no text in the reply', 3, (s) => s.replace(/"reply":.*/, '"reply":1}'), 'line 3'],
  ])('names the place of a change: %s', (_, line, change, place) => {
    const [first] = changed(line, change).differences
    if (typeof place === 'string') expect(first!.place).toBe(place)
    else expect(first!.place).toMatch(place)
  })

  test('lines out of their order, missing or too many are told', () => {
    const order = (...places: number[]) =>
      checkCalls(file(places.map((i) => lines[i]!)), scenario).differences
    expect(order(0, 3, 1, 2)[0]).toMatchObject({ place: 'line 2, turn', found: 'turn 3', expected: 'turn 2' })
    expect(order(0, 3)[0]).toMatchObject({ place: 'line 2, turn' })
    expect(order(0, 1, 2, 3, 4, 5, 6, 7, 7)[0]).toMatchObject({ place: 'line 9, turn 6' })
  })

  test('from another scenario says so', () => {
    const other = { ...scenario, situation: 'Something else.' }
    const check = checkCalls(file(lines), other)
    expect(check.identical).toBe(0)
    expect(check.notes.join()).toContain('another scenario')
  })

  test('bytes that are no text are told with line and column', () => {
    const bytes = new Uint8Array([...Buffer.from('abc\nd\u00e9'), 0xff, 0x0a])
    expect(() => decodeText(bytes, 'f')).toThrow(UserError)
    try {
      decodeText(bytes, 'f')
    } catch (error) {
      expect((error as UserError).problems[0]).toMatchObject({
        line: 2,
        column: 3,
        found: 'byte 0xff after "d\u00e9"',
      })
    }
  })
})

const reference = fileURLToPath(new URL('../../../shared/reference/', import.meta.url))
const there = existsSync(`${reference}concert/calls.jsonl`)

describe.skipIf(!there)('the reference calls (skipped where the reference folder is missing)', async () => {
  if (!there) return
  const concert = await loadScenario(`${reference}packs/concert-tickets`)
  const bytes = readFileSync(`${reference}concert/calls.jsonl`)

  test('are identical to what the pack renders', () => {
    const check = checkCalls(decodeText(bytes, 'calls'), concert)
    expect(check).toMatchObject({ compared: 10, identical: 10, differences: [], suspicions: [], notes: [] })
    expect(check.end).toMatchObject({ offer: 'O9', turn: 10, outcome: [6750, 2400, 9600] })
  })

  test('betray any changed byte but one of their last reply', () => {
    const starts = [0, ...[...bytes.keys()].filter((i) => bytes[i] === 0x0a).map((i) => i + 1)].slice(0, 10)
    const lastReply = bytes.lastIndexOf('"reply": ')
    const random = randomOf('flips of the reference calls')
    const missed: number[] = []
    for (const [line, start] of starts.entries()) {
      const end = (starts[line + 1] ?? bytes.length) - 1
      for (let k = 0; k < 100; k++) {
        const place = random.int(start, line === 9 ? lastReply : end)
        const copy = Buffer.from(bytes)
        // Any other byte, as often one bit away as a letter or sign.
        do {
          copy[place] = k % 2 === 0 ? bytes[place]! ^ (1 << random.int(0, 7)) : random.int(0x20, 0x7e)
        } while (copy[place] === bytes[place])
        if (!betrays(copy)) missed.push(place)
      }
    }
    expect(missed).toEqual([])
  })

  function betrays(copy: Uint8Array): boolean {
    let text: string
    try {
      text = decodeText(copy, 'calls')
    } catch (error) {
      expect(error).toBeInstanceOf(UserError)
      return true
    }
    const { differences, suspicions } = checkCalls(text, concert)
    return differences.length + suspicions.length > 0
  }
})
