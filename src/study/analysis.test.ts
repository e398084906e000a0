import { describe, expect, test } from 'vitest'
import { exactText, parseExact, type Rational } from '../core/rational.ts'
import { analyse, type Frame, type Observation } from './analysis.ts'
import { makeReport } from './report.ts'
import { reportJson } from './report-json.ts'

const r = (text: string): Rational => parseExact(text)!

const frame: Frame = {
  parties: ['buyer', 'seller'],
  largestJoint: r('90'),
  joint: { least: r('-10'), most: r('90') },
  gains: { buyer: { least: r('-20'), most: r('80') }, seller: { least: r('-20'), most: r('80') } },
}

const done = (pairing: string, opener: string, buyer: string, seller: string, more = {}): Observation => ({
  id: `${pairing}-${opener}-${buyer}-${seller}`,
  pairing,
  opener,
  status: 'completed',
  agreement: true,
  gains: { buyer: r(buyer), seller: r(seller) },
  joint: r(buyer).add(r(seller)),
  below: [],
  turns: 4,
  faults: 0,
  changedTerms: 0,
  passes: 0,
  transcript: `${pairing}${opener}${buyer}${seller}`,
  moves: `${pairing}${opener}${buyer}${seller}`,
  ...more,
})

const none = (pairing: string, opener: string): Observation =>
  done(pairing, opener, '0', '0', { agreement: false, turns: 12 })

/** Small enough to be worked out by hand: A has gains 30, 0 and 50.5, and one unknown; B has 80 and 1/3. */
const small: Observation[] = [
  done('A', 'buyer', '10', '20', { faults: 2, passes: 1, changedTerms: 1 }),
  none('A', 'buyer'),
  done('A', 'seller', '60.5', '-10', { below: ['seller'], turns: 7 }),
  { id: 'lost', pairing: 'A', opener: 'seller', status: 'unknown', reason: 'absent' },
  done('B', 'buyer', '40', '40'),
  done('B', 'seller', '1/3', '0'),
  { id: 'open', pairing: 'B', opener: 'buyer', status: 'running' },
  { id: 'later', pairing: 'B', opener: 'seller', status: 'planned' },
]

const analysis = analyse(small, frame, ['A', 'B'], ['buyer', 'seller'])
const [a, b] = analysis.pairings as [(typeof analysis.pairings)[0], (typeof analysis.pairings)[0]]

describe('the analysis of a small study worked out by hand', () => {
  test('counts', () => {
    expect(a).toMatchObject({ planned: 4, completed: 3, unknown: 1, running: 0, notStarted: 0 })
    expect(b).toMatchObject({ planned: 4, completed: 2, unknown: 0, running: 1, notStarted: 1 })
    expect(a).toMatchObject({ agreements: 2, below: 1, faults: 2, passes: 1, changedTerms: 1, repeats: 0 })
    expect(a.reasons).toEqual({ absent: 1 })
    expect(exactText(a.share!)).toBe('2/3')
  })

  test('joint gain: no agreement is zero, an unknown outcome is left out', () => {
    expect(exactText(a.joint!.mean)).toBe('161/6')
    expect(exactText(a.joint!.median)).toBe('30')
    // Of 30, 0 and 50.5: deviations from 26.8333 are 3.1667, -26.8333, 23.6667; squares sum to 1290.1667.
    expect(a.joint!.sd).toBeCloseTo(Math.sqrt(1290.1666666666667 / 2), 9)
    expect(exactText(b.joint!.mean)).toBe('241/6')
    expect(exactText(b.joint!.median)).toBe('241/6')
  })

  test("each party's gain, efficiency, turns", () => {
    expect(exactText(a.gains.buyer!.mean)).toBe('23.5')
    expect(exactText(a.gains.seller!.mean)).toBe('10/3')
    expect(exactText(a.efficiency!)).toBe('161/540')
    expect(exactText(a.turns!.mean)).toBe('23/3')
  })

  test('by opener', () => {
    const [first, second] = analysis.openers
    expect(first).toMatchObject({ pairing: 'A', opener: 'buyer', completed: 2, unknown: 0 })
    expect(exactText(first!.joint!.mean)).toBe('15')
    expect(second).toMatchObject({ pairing: 'A', opener: 'seller', completed: 1, unknown: 1 })
    expect(second!.joint!.sd).toBeUndefined()
  })

  test('differences: every unknown one anywhere in its range, whether interrupted, running or not started', () => {
    const [joint, buyer] = analysis.contrasts
    expect(joint).toMatchObject({ figure: 'joint', of: 'B', minus: 'A', unknown: 3 })
    expect(exactText(joint!.estimate!)).toBe('40/3')
    // A's mean over four: (80.5 + x) / 4; B's: (241/3 + y + z) / 4, all from -10 to 90.
    expect(exactText(joint!.least!)).toBe(exactText(r('241/12').sub(r('5')).sub(r('42.625'))))
    expect(exactText(joint!.most!)).toBe(exactText(r('241/12').add(r('45')).sub(r('17.625'))))
    // The buyer's own: (70.5 + x) / 4 and (121/3 + y + z) / 4, all from -20 to 80.
    expect(exactText(buyer!.least!)).toBe(exactText(r('121/12').sub(r('10')).sub(r('37.625'))))
  })

  test('quartiles lie between the ordered figures, as in R (quantile(c(0, 30, 50.5)))', () => {
    expect(exactText(a.joint!.lower)).toBe('15')
    expect(exactText(a.joint!.upper)).toBe('40.25')
    expect([a.joint!.least, a.joint!.most].map(exactText)).toEqual(['0', '50.5'])
    expect(a.belowOf).toEqual({ buyer: 0, seller: 1 })
  })

  test('levels come in the order of the design, whatever was drawn first; what it does not name comes last', () => {
    const drawn = ['warm', 'odd', 'cool', 'warm'].map((tone) =>
      done('A', 'buyer', '10', '20', { levels: { tone } }),
    )
    const of = (factors?: Frame['factors']) =>
      analyse(drawn, { ...frame, ...(factors ? { factors } : {}) }, ['A'], ['buyer']).levels.map(
        ({ level }) => level,
      )
    expect(of({ tone: ['cool', 'never', 'warm'] })).toEqual(['cool', 'warm', 'odd'])
    expect(of()).toEqual(['warm', 'odd', 'cool'])
  })

  test('levels of further factors have rows of their own', () => {
    const levelled = small.map((o, i) => ({
      ...o,
      levels: { tone: i % 2 ? 'warm' : 'cool', opener: o.opener },
    }))
    const { levels } = analyse(levelled, frame, ['A', 'B'], ['buyer', 'seller'])
    expect(levels.map(({ pairing, factor, level, planned }) => [pairing, factor, level, planned])).toEqual([
      ['A', 'tone', 'cool', 2],
      ['A', 'tone', 'warm', 2],
      ['B', 'tone', 'cool', 2],
      ['B', 'tone', 'warm', 2],
    ])
  })

  test('identical transcripts are counted in their cell and named', () => {
    const twice = [...small, done('A', 'buyer', '10', '20', { id: 'again' })]
    const cell = analyse(twice, frame, ['A', 'B'], ['buyer', 'seller']).openers[0]!
    expect(cell.repeats).toBe(1)
    expect(cell.identical).toEqual([['A-buyer-10-20', 'again']])
    expect(cell.sameMoves).toBe(1)
  })

  test('the same moves in other words are counted by themselves, and the note says so', () => {
    const twice = [...small, done('A', 'buyer', '10', '20', { id: 'again', transcript: 'other words' })]
    const found = analyse(twice, frame, ['A', 'B'], ['buyer', 'seller'])
    expect(found.openers[0]).toMatchObject({ repeats: 0, sameMoves: 1, identical: [] })
    expect(found.openers[0]!.identicalMoves).toEqual([['A-buyer-10-20', 'again']])
    const { tables, notes } = makeReport([{ extensions: [], analysis: found }], { title: 'T', about: [] })
    const { head, rows } = tables.find(({ title }) => title === 'Conduct')!
    expect(head.slice(-2)).toEqual(['same words', 'same moves'])
    expect(rows[0]!.slice(-2)).toEqual(['0', '1'])
    expect(notes.filter((note) => note.includes('independent replications'))).toEqual([
      '2 of the 3 completed negotiations of A opened by buyer have the same actions and terms, not all in the same words (A-buyer-10-20 is the first): they are no independent replications.',
    ])
  })

  test('a cell without any completed negotiation has no mean, which is not a mean of zero', () => {
    const [empty] = analyse(small.slice(3, 4), frame, ['A'], ['seller']).pairings
    expect(empty!.joint).toBeUndefined()
    expect(empty!.share).toBeUndefined()
    expect(empty!.efficiency).toBeUndefined()
  })
})

describe('the report', () => {
  const report = makeReport([{ extensions: [], analysis }], { title: 'Small', about: [] })

  test('prints two decimals, rows by pairing and opener', () => {
    const gains = report.tables.find(({ title }) => title === 'Joint gain')!
    expect(gains.head).toEqual(['pairing', 'opener', 'mean', 'median', 'SD', 'buyer', 'seller', 'efficiency'])
    expect(gains.rows[0]).toEqual(['A', 'all', '26.83', '30.00', '25.40', '23.50', '3.33', '29.81%'])
    expect(gains.rows[2]).toEqual(['', 'seller', '50.50', '50.50', '–', '60.50', '-10.00', '56.11%'])
  })

  test('says what is unknown and what is unfinished', () => {
    expect(report.notes.join('\n')).toMatch(/not finished: 2 of 8/)
    expect(report.notes.join('\n')).toMatch(/Unknown in A: 1 \(absent\)/)
    expect(report.notes.join('\n')).toMatch(/could turn the difference B − A/)
  })

  test('as JSON keeps every figure exact', () => {
    const [first] = reportJson(analysis).pairings
    expect(first!.joint!.mean).toEqual({ value: 161 / 6, exact: '161/6' })
    expect(JSON.parse(JSON.stringify(first))).not.toHaveProperty('below', null)
  })
})
