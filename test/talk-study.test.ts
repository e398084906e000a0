/** Free talk from end to end without a key: the shipped study of scripted talkers, its report, replay, publication. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { loadStudy } from '../src/study/load.ts'
import { parley, ROOT } from './run-parley.ts'
import { shipped, talkHome, talkStudy } from './support/talk-study.ts'

const home = talkHome()
const study = shipped(home, 'orange-battery')
afterAll(() => rmSync(home, { recursive: true }))

interface Talk {
  readonly kinds: readonly { readonly kind: string; readonly count: number; readonly share?: number }[]
  readonly unknown: number
  readonly found?: { readonly n: number; readonly mean: number }
  readonly need: Record<string, number>
  readonly ask: Record<string, number>
  readonly readings: { readonly made: number; readonly missing: number }
  readonly audit?: {
    readonly closes: number
    readonly read: number
    readonly agreed: number
    readonly held: number
  }
}
interface Cell {
  readonly pairing: string
  readonly level?: string
  readonly talk: Talk
}
interface Report {
  readonly pairings: readonly Cell[]
  readonly byLevel: readonly Cell[]
  readonly notes: readonly string[]
  readonly negotiations: readonly {
    readonly id: string
    readonly talk: { readonly seats: Record<string, string> }
  }[]
}
const reportOf = (folder: string) => JSON.parse(parley(['report', folder, '--json']).out) as Report

const KINDS = {
  ask: 'integrative_full',
  most: 'integrative_partial',
  half: 'distributive',
  claim: 'lopsided',
  hold: 'no agreement',
}

describe('the shipped study of scripted talkers', () => {
  beforeAll(() => {
    expect(parley(['run', study, '--quiet'])).toMatchObject({ code: EXIT.ok })
  })

  test('reaches every kind of agreement, in the orange and in its clone', () => {
    const { pairings, byLevel } = reportOf(study)
    const kindOf = ({ talk }: Cell) => talk.kinds.filter(({ share }) => share === 1).map(({ kind }) => kind)
    for (const cell of [...pairings, ...byLevel])
      expect(kindOf(cell)).toEqual([KINDS[cell.pairing as keyof typeof KINDS]])
    expect(byLevel.filter(({ pairing }) => pairing === 'ask').map(({ level }) => level)).toEqual([
      'orange',
      'battery-pack',
    ])
    const ask = pairings.find(({ pairing }) => pairing === 'ask')!.talk
    expect(ask).toMatchObject({ found: { n: 4, mean: 4 }, need: { b: 4 }, ask: { a: 4 } })
    expect(ask.readings).toEqual({ made: 12, confirming: 0, missing: 0 })
  })

  test('tells who sits where, names the observer as what it is, and shows no table of points', () => {
    const { notes, negotiations } = reportOf(study)
    expect(notes.join()).toMatch(/The observer rules is rule-based/)
    for (const { id, talk } of negotiations) {
      expect(talk.seats.observer).toBe('rules')
      if (id.includes('-claim-')) expect(talk.seats).toMatchObject({ a: 'claimer', b: 'holder' })
    }
    const printed = parley(['report', study, '--markdown']).out
    for (const title of [
      'Who talks and who observes',
      'Kinds of agreement by scenario',
      'Course of the talks',
      'Readings',
    ])
      expect(printed).toContain(title)
    for (const title of ['Joint gain', 'frontier', 'Differences of mean gain', 'below'])
      expect(printed).not.toContain(title)
    expect(readFileSync(join(study, 'report.md'), 'utf8')).toContain('rules (rule-observer)')
  })

  test('replays, is told, and can be published and checked', () => {
    expect(parley(['replay', study])).toMatchObject({ code: EXIT.ok })
    const [first] = reportOf(study).negotiations
    expect(parley(['show', study, first!.id]).code).toBe(EXIT.ok)
    const folder = join(home, 'published')
    expect(parley(['export', study, folder])).toMatchObject({ code: EXIT.ok })
    expect(parley(['verify', folder])).toMatchObject({ code: EXIT.ok })
    const attempts = readFileSync(join(folder, 'per-assignment-data.csv'), 'utf8').split('\n')
    expect(attempts[0]).toMatch(/seat_a,seat_b,seat_observer,.*,kind,read_agreement_reached,/)
    expect(attempts[0]).not.toMatch(/points|gain|efficiency|reservation/)
    expect(attempts.filter((line) => line.includes(',lopsided,'))).toHaveLength(4)
    const readings = readFileSync(join(folder, 'readings.csv'), 'utf8').trim().split('\n')
    // 3 x 4 + 1 x 4 + 1 x 4 + 19 x 4 + 19 x 4 readings, below a head.
    expect(readings).toHaveLength(1 + 172)
    expect(readFileSync(join(folder, 'RESULTS.md'), 'utf8')).toContain('is rule-based')
  })

  test('a second run plays nothing', () => {
    expect(parley(['run', study]).err).toContain('This study is complete')
  })
})

const SPLIT = `
negotiators:
  splitter: { script: split-by-part }
  halver: { script: offer-half }
  rules: { script: rule-observer }
`

describe('an audit', () => {
  const audited = talkStudy(
    home,
    'audited',
    `${SPLIT}observer: rules\npairings: { both: { a: splitter, b: halver } }\nopener: [a]\nrepetitions: 2\n`,
  )

  test('lets talks run on to their bound, and the record keeps that it did', () => {
    expect(parley(['run', audited, '--audit', '--quiet'])).toMatchObject({ code: EXIT.ok })
    const [cell] = reportOf(audited).pairings
    expect(cell!.talk.audit).toEqual({
      closes: 2,
      read: 36,
      missing: 0,
      agreed: 36,
      sameKind: 36,
      held: 2,
      heldOf: 2,
    })
    expect(cell!.talk.kinds[0]).toMatchObject({ kind: 'integrative_full', count: 2, share: 1 })
    expect(parley(['replay', audited])).toMatchObject({ code: EXIT.ok })
    expect(parley(['report', audited]).out).toContain('Audit of the closes')
    // A run that goes on keeps to what the record began with; one that says otherwise is another study.
    expect(parley(['run', audited, '--quiet'])).toMatchObject({ code: EXIT.ok })
  })

  test('can be planned and registered, and the run then goes by what was registered', () => {
    const text = `${SPLIT}observer: rules\npairings: { both: { a: splitter, b: halver } }\nopener: [a]\nrepetitions: 1\n`
    const study = talkStudy(home, 'audit-registered', text)
    const closing = (...args: string[]) =>
      /Closing: [\s\S]*?(?=\n\n)/.exec(parley(['plan', study, ...args]).out)?.[0].replaceAll(/\s+/g, ' ')
    const words =
      'Closing: up to 19 messages of a talk are read. One reading that reports an agreement closes the talk. An observer that sees an agreement where there is none in 2 readings of 100, by chance alone, would close 31.9% of talks early.'
    expect(closing()).toBe(words)
    expect(closing('--audit')).toBe(
      `${words} Talks go on to their bound after the close, and are read on (an audit).`,
    )
    expect(parley(['register', study, '--audit'])).toMatchObject({ code: EXIT.ok })
    expect(parley(['run', study, '--quiet'])).toMatchObject({ code: EXIT.ok, err: '' })
    expect(reportOf(study).pairings[0]!.talk.audit).toMatchObject({ closes: 1, read: 18 })
  })

  test('a plan says which assignments are closed in which way, where there are several', () => {
    const text = `${SPLIT}observer: rules\npairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\n`
    const factor = `factors: { confirm: { levels: { one: {}, two: { set: { protocol.confirm: { readings: 3, needed: 2 } } } } } }\n`
    const { out } = parley(['plan', talkStudy(home, 'closed-two-ways', `${text}${factor}`)])
    const told = out.replaceAll(/\s+/g, ' ')
    expect(told).toContain('Closing (a1): up to 19 messages of a talk are read. One reading')
    expect(told).toContain(
      'Closing (a2): up to 19 messages of a talk are read. The talk is closed where 2 of at most 3',
    )
    // Without an opener of its own the study keeps to the scenario's first speaker.
    expect(told).toMatch(/2 negotiations: 1 pairing, 2 assignments of each/)
  })

  test.each(['run', 'register', 'plan'])(
    'parley %s refuses it where nothing is closed by an observer',
    (name) => {
      const { code, err } = parley([name, 'studies/concert-tickets', '--audit'])
      expect(code).toBe(EXIT.usage)
      expect(err).toContain('Only talks that an observer closes can be audited.')
    },
  )
})

describe('what is wrong with a study of talk is told', () => {
  const problemsOf = (id: string, text: string): string => {
    const { code, err, out } = parley(['validate', talkStudy(home, id, text)])
    expect(code).toBe(EXIT.invalid)
    return err + out
  }

  test.each([
    [
      'nobody',
      `${SPLIT}pairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\n`,
      /Nobody observes the talks of pairing "both"/,
    ],
    [
      'talker',
      `${SPLIT}observer: halver\npairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\n`,
      /The script offer-half cannot observe/,
    ],
    [
      'party',
      `${SPLIT}observer: rules\npairings: { both: { a: splitter, b: rules } }\nrepetitions: 1\n`,
      /The script rule-observer cannot play a party: it observes/,
    ],
    [
      'unknown',
      `${SPLIT}observer: nobody\npairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\n`,
      /There is no negotiator "nobody"/,
    ],
    [
      'points',
      `${SPLIT}observer: rules\npairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\nanalysis: { primary: joint-gain }\n`,
      /no points/,
    ],
    [
      'kind',
      `${SPLIT}observer: rules\npairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\nanalysis: { primary: kind.fair }\n`,
      /There is no kind of agreement "fair"/,
    ],
  ])('%s', (id, text, words) => {
    expect(problemsOf(`wrong-${id}`, text)).toMatch(words)
  })

  test('an observer, or an audit, of a game that nobody observes', () => {
    const folder = mkdtempSync(join(home, 'game-'))
    const text = `format: 1\nid: game\ntitle: A game\nscenario: ${ROOT}scenarios/concert-tickets\nseed: 1\nnegotiators: { x: { script: boulware } }\npairings: { both: { buyer: x, seller: x } }\nrepetitions: 1\n`
    writeFileSync(join(folder, 'study.yaml'), `${text}observer: x\naudit: true\n`)
    const { code, err, out } = parley(['validate', folder])
    expect(code).toBe(EXIT.invalid)
    expect(err + out).toMatch(/Nothing is observed in this scenario/)
    expect(err + out).toMatch(/Only talks that an observer closes can be audited/)
  })
})

test('an observer for later readings may be named without a seat, and several scenarios are all told', () => {
  const text = `${SPLIT}  later: { script: rule-observer }\nobserver: rules\npairings: { both: { a: splitter, b: halver } }\nrepetitions: 1\n`
  const folder = talkStudy(home, 'unseated', text)
  const file = join(folder, 'study.yaml')
  const several = 'scenario: { orange: ../../scenarios/orange, battery: ../../scenarios/battery-pack }'
  writeFileSync(file, readFileSync(file, 'utf8').replace('scenario: ../../scenarios/orange', several))
  const { code, out, err } = parley(['validate', folder])
  expect([code, err]).toEqual([EXIT.ok, expect.stringContaining('Negotiator "later" sits in no pairing')])
  expect(out).toMatch(
    /2 negotiations of "The orange" \(orange\).*; and of "The battery packs" \(battery-pack\)/,
  )
})

test('the observer keeps its seat where negotiators change places, and a pairing’s own goes first', async () => {
  const text = `${SPLIT}  other: { script: rule-observer }\nobserver: rules\npairings:\n  both: { a: splitter, b: halver }\n  own: { a: halver, b: halver, observer: other }\nroles: rotate\nopener: [a]\nrepetitions: 1\n`
  const { assignments } = await loadStudy(talkStudy(home, 'rotated', text))
  const seats = assignments.map((one) =>
    [one.pairing, one.seats.a, one.seats.b, one.seats.observer].join(' '),
  )
  expect(seats.toSorted()).toEqual([
    'both halver splitter rules',
    'both splitter halver rules',
    'own halver halver other',
    'own halver halver other',
  ])
})
