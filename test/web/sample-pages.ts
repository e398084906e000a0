/**
 * Page data of made-up studies, for looking at every state of every page: running, failed, empty, hostile words,
 * votes of six, an observer's readings. What a real record gives is tested with the server.
 */
import type {
  AttemptRow,
  AttemptsPage,
  CallBytes,
  ComparePage,
  Figure,
  HomePage,
  NegotiationPage,
  OfferData,
  Page,
  PartyTag,
  ScenarioPage,
  SpaceData,
  StripData,
  StripsFigure,
  StudyPage,
  TurnData,
} from '../../src/pages/types.ts'

export const fig = (value: number): Figure => ({ value, text: value.toFixed(2), exact: String(value) })

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

export const BUYER: PartyTag = { id: 'buyer', label: 'Buyer', name: 'Northfield Analytics', colour: 0 }
export const SELLER: PartyTag = { id: 'seller', label: 'Seller', name: 'Marquee Ticket Agency', colour: 1 }
export const PARTIES = [BUYER, SELLER]

export const SPACE: SpaceData = {
  parties: [BUYER, SELLER],
  reservations: [20, 20],
  extents: [
    [0, 100],
    [0, 100],
  ],
  frontier: [
    [
      [0, 100],
      [50, 80],
    ],
    [
      [50, 80],
      [80, 50],
    ],
    [
      [80, 50],
      [100, 0],
    ],
  ],
  solutions: [
    { name: 'nash', label: 'Nash', at: [[65, 65]] },
    { name: 'kalai-smorodinsky', label: 'Kalai\u2013Smorodinsky', at: [[63, 67]] },
    { name: 'egalitarian', label: 'egalitarian', at: [[65, 65]] },
  ],
}

const row = (k: number, random: () => number): AttemptRow => {
  const pairing = k % 2 === 0 ? 'trader' : 'clock'
  const base = {
    id: `b${String(Math.floor(k / 4) + 1).padStart(2, '0')}-p0${(k % 4) + 1}-${pairing}-a${(k % 2) + 1}`,
    number: k + 1,
    pairing,
    seats: { buyer: `${pairing}-buyer`, seller: `${pairing}-seller` },
    opener: k % 4 < 2 ? 'buyer' : 'seller',
    levels: { opener: k % 4 < 2 ? 'buyer' : 'seller' },
    below: [],
    faults: [],
    faultCount: 0,
  }
  if (k === 7) {
    return {
      ...base,
      status: 'unknown',
      outcome: 'interrupted',
      outcomeText: 'Interrupted: no attempt brought a reply',
      turns: 5,
    }
  }
  const buyer = (pairing === 'trader' ? 44 : 30) + Math.round((random() - 0.5) * 1600) / 100
  const seller = (pairing === 'trader' ? 42 : 31) + Math.round((random() - 0.5) * 1600) / 100
  return {
    ...base,
    status: 'completed',
    outcome: k === 11 ? 'no-agreement' : 'agreement',
    outcomeText: k === 11 ? 'No agreement: all turns were used' : 'Agreement',
    turns: 9 + (k % 4),
    points: { buyer: fig(buyer + 20), seller: fig(seller + 20) },
    gains: k === 11 ? { buyer: fig(0), seller: fig(0) } : { buyer: fig(buyer), seller: fig(seller) },
    joint: fig(k === 11 ? 0 : Math.round((buyer + seller) * 100) / 100),
    efficiency: 0.9,
    ...(k === 13 ? { below: ['seller'], faults: ['unknown-issue'], faultCount: 2 } : {}),
    usd: 0.0123,
    tokens: 12_345,
  }
}

const random = numbers(7)
export const ROWS: readonly AttemptRow[] = Array.from({ length: 40 }, (_, k) => row(k, random))

export const ATTEMPTS: AttemptsPage = {
  kind: 'attempts',
  study: 'concert-tickets',
  title: 'Concert tickets: conceding by the clock against trading across issues',
  parties: PARTIES,
  query: {},
  total: 40,
  matching: 40,
  page: 1,
  pages: 1,
  size: 50,
  rows: ROWS,
  filters: [
    {
      name: 'pairing',
      label: 'pairing',
      options: [
        { value: 'trader', label: 'trader', count: 20 },
        { value: 'clock', label: 'clock', count: 20 },
      ],
    },
    {
      name: 'outcome',
      label: 'ended in',
      options: [
        { value: 'agreement', label: 'agreement', count: 38 },
        { value: 'interrupted', label: 'interrupted', count: 1 },
      ],
    },
  ],
  sorts: ['number', 'pairing', 'outcome', 'turns', 'joint', 'gain.buyer', 'gain.seller'].map((name) => ({
    name,
    label: name,
  })),
}

function strip(label: string, colour: number, of: StripData['of'], values: readonly number[]): StripData {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))]!
  return {
    label,
    more: `${values.length} completed`,
    of,
    colour,
    values: sorted.map((value) => [value, 1] as const),
    n: values.length,
    mean: fig(sorted.reduce((sum, value) => sum + value, 0) / sorted.length),
    box: { least: at(0), lower: at(0.25), median: at(0.5), upper: at(0.75), most: at(1) },
    unknown: label === 'clock' ? 1 : 0,
    first: false,
  }
}

const of = (pairing: string, value: (one: AttemptRow) => number | undefined): number[] =>
  ROWS.filter((one) => one.pairing === pairing).flatMap((one) => value(one) ?? [])

const JOINT: StripsFigure = {
  title: 'Joint gain by pairing',
  caption: 'Points of both parties over their reservation values, together.',
  axis: 'joint gain, points',
  strips: ['trader', 'clock'].map((pairing, k) =>
    strip(
      pairing,
      k,
      'pairing',
      of(pairing, ({ joint }) => joint?.value),
    ),
  ),
  range: [0, 90],
}

const GAINS: StripsFigure = {
  title: 'Who gained',
  caption: 'Each party’s own points over its reservation value, by pairing.',
  axis: 'gain, points',
  strips: ['trader', 'clock'].flatMap((pairing) =>
    PARTIES.map(({ id, label, colour }, k) => ({
      ...strip(
        label,
        colour,
        'party',
        of(pairing, ({ gains }) => gains?.[id]?.value),
      ),
      more: pairing,
      first: k === 0,
    })),
  ),
}

const curve = (from: number, bend: number): (readonly [number, number])[] =>
  Array.from({ length: 6 }, (_, k) => [k * 2 + 1, from - (from - 58) * ((k + 1) / 6) ** bend] as const)

export const STUDY: StudyPage = {
  kind: 'study',
  study: 'concert-tickets',
  title: ATTEMPTS.title,
  description: 'Forty negotiations over concert tickets.',
  state: 'running',
  progress: {
    planned: 60,
    completed: 39,
    interrupted: 1,
    running: 2,
    notStarted: 18,
    events: 2210,
    runs: 1,
    startedAt: '2026-03-01T10:00:00.000Z',
    lastAt: '2026-03-01T10:14:00.000Z',
    leftMs: 410_000,
    halts: [],
  },
  cost: {
    text: '$0.49',
    usd: 0.49,
    calls: 812,
    answered: 805,
    retries: 6,
    lost: 1,
    inputTokens: 912_331,
    outputTokens: 81_220,
    untold: 1,
    byNegotiator: [],
  },
  resultsUntil: '2026-03-01T10:14:00.000Z',
  registered: { at: '2026-02-28T09:00:00.000Z', registration: 'abc', anchors: [] },
  parties: PARTIES,
  pairings: [
    { name: 'trader', seats: {}, colour: 0 },
    { name: 'clock', seats: {}, colour: 1 },
  ],
  factors: [{ name: 'opener', levels: ['buyer', 'seller'] }],
  scenarios: [{ key: 'concert-tickets', title: 'Concert tickets' }],
  headline: [
    'Traders left the table with 86.4 joint points on average, those who conceded by the clock with 62.1.',
    'One of forty negotiations was interrupted; whatever became of it, the difference keeps its sign.',
  ],
  tables: [],
  notes: [],
  figures: {
    plane: {
      caption:
        'Each mark is a negotiation. Up and to the right is better for both; no deal lies beyond the line.',
      space: SPACE,
      binned: false,
      groups: ['trader', 'clock'].map((pairing, colour) => ({
        pairing,
        colour,
        points: ROWS.filter((one) => one.pairing === pairing && one.points).map(
          (one) => [one.points!.buyer!.value, one.points!.seller!.value, 1, one.id] as const,
        ),
        unknown: colour,
      })),
    },
    joint: JOINT,
    gains: GAINS,
    byFactor: [],
    concessions: {
      caption: 'What each offer was worth to the one who made it. Thick lines are means.',
      parties: [
        { ...BUYER, reservation: 20 },
        { ...SELLER, reservation: 20 },
      ],
      panels: ['trader', 'clock'].map((name, p) => ({
        name,
        curves: Array.from({ length: 16 }, (_, k) => ({
          party: k % 2 === 0 ? 'buyer' : 'seller',
          id: `b${k}`,
          points: curve(100 - (k % 5), 0.6 + k / 12 + p),
          unknown: k === 3,
        })),
        means: [
          { party: 'buyer', points: curve(99, 1.2 + p) },
          { party: 'seller', points: curve(97, 1.6 + p) },
        ],
        unknown: p,
        of: 20,
        drawn: 8,
      })),
    },
    endings: {
      caption: 'All attempts of each pairing.',
      endings: [
        { code: 'agreement', label: 'agreement' },
        { code: 'no-agreement', label: 'no agreement' },
        { code: 'interrupted', label: 'interrupted' },
        { code: 'running', label: 'running' },
        { code: 'planned', label: 'not begun' },
      ],
      rows: [
        { pairing: 'trader', counts: [20, 0, 0, 1, 9] },
        { pairing: 'clock', counts: [18, 1, 1, 1, 9] },
      ],
    },
  },
  sections: [
    {
      id: 'results',
      title: 'Results',
      blocks: [
        { type: 'figure', figure: 'plane' },
        { type: 'figure', figure: 'joint' },
        { type: 'figure', figure: 'endings' },
        {
          type: 'table',
          table: {
            title: 'Joint gain',
            caption:
              'Points of both parties over their reservation values, no agreement counted as 0: mean, median and sample standard deviation (SD) of the completed.',
            head: ['pairing', 'opener', 'mean', 'median', 'SD', 'buyer', 'seller', 'efficiency'],
            rows: [
              ['trader', 'all', '86.41', '87.13', '2.95', '44.10', '42.31', '96%'],
              ['', 'buyer', '87.01', '87.50', '2.13', '45.10', '41.91', '97%'],
              ['clock', 'all', '62.08', '62.31', '8.80', '30.10', '31.98', '69%'],
            ],
            align: 'llrrrrrr',
          },
        },
      ],
    },
    {
      id: 'gains',
      title: 'Gains',
      own: 'The *opener* gains a little. See [the registration](https://example.org/r) for what was **expected**.',
      blocks: [
        { type: 'figure', figure: 'gains' },
        { type: 'figure', figure: 'concessions' },
      ],
    },
    {
      id: 'models',
      title: 'Models and settings',
      blocks: [
        { type: 'text', text: 'No model was called: both negotiators are scripts.' },
        {
          type: 'facts',
          facts: [
            { name: 'time-dependent', value: 'exponent 0.2' },
            { name: 'frequency', value: 'exponent 1.8, learns from offers' },
          ],
        },
        {
          type: 'quote',
          title: 'System prompt',
          party: 'buyer',
          text: 'You buy forty tickets for your staff.\nKeep your score sheet to yourself.',
        },
      ],
    },
    {
      id: 'history',
      title: 'How the data came about',
      blocks: [
        {
          type: 'events',
          events: [
            { at: '2026-02-28T09:00:00.000Z', text: 'Registered, 60 negotiations.' },
            { at: '2026-03-01T10:00:00.000Z', text: 'First run begins.' },
          ],
        },
      ],
    },
    { id: 'conversations', title: 'All conversations', blocks: [] },
  ],
  downloads: [],
  attempts: ATTEMPTS,
  control: { can: ['pause', 'stop'], costs: false, run: { state: 'running' } },
}

const offers: readonly OfferData[] = Array.from({ length: 11 }, (_, k) => {
  const buyers = k % 2 === 0
  const own = 96 - k * 3.1
  const other = 22 + k * 3.9
  return {
    id: `O${k + 1}`,
    by: buyers ? 'buyer' : 'seller',
    turn: k + 1,
    terms: [
      { issue: 'unit_price_usd', value: (66 + k * 1.5).toFixed(2) },
      { issue: 'cancellation_fee_pct', value: (10 + k * 5).toFixed(2) },
      { issue: 'name_change_notice_hours', value: (k * 8).toFixed(2) },
    ],
    points: { buyer: fig(buyers ? own : other), seller: fig(buyers ? other : own) },
    below: [],
  }
})

const turns: readonly TurnData[] = [
  ...offers.map(
    (offer, k): TurnData => ({
      turn: k + 1,
      seat: offer.by,
      message:
        k % 3 === 0
          ? 'We would like to start with a package that gives your side the notice you need; in return we ask for a price nearer to what our budget allows. Tell us which of the three matters most to you.'
          : 'That moves in the right direction. We can follow you on the fee.',
      action: 'OFFER',
      actionText: `offers ${offer.id}`,
      binding: true,
      offer: offer.id,
      standing: offer.id,
      faults:
        k === 4
          ? [
              {
                code: 'unknown-issue',
                problem: 'The offer names a term that is not on the table: delivery.',
                text: '{"message":"…","offer":{"delivery":3}}',
              },
            ]
          : [],
      changedTerms: k === 4,
      calls:
        k === 4
          ? [
              {
                seat: offer.by,
                repair: 0,
                attempt: 1,
                sent: 31,
                end: 'answered',
                text: 'answered',
                status: 200,
                ms: 2310,
                model: 'example-model-1',
                inputTokens: 1833,
                outputTokens: 211,
                usd: 0.0031,
              },
            ]
          : [],
      readings: [],
    }),
  ),
  {
    turn: 12,
    seat: 'seller',
    message: 'Agreed. Thank you for a fair talk.',
    action: 'ACCEPT',
    actionText: 'accepts O11',
    binding: true,
    offer: 'O11',
    faults: [],
    changedTerms: false,
    calls: [],
    readings: [],
  },
]

const brief = {
  about: 'The company whose staff will go.',
  reservation: '20',
  sheet: [
    {
      issue: 'unit_price_usd',
      options: [
        { option: '60.00', points: '50' },
        { option: '100.00', points: '0' },
      ],
    },
    {
      issue: 'cancellation_fee_pct',
      options: [
        { option: '0.00', points: '30' },
        { option: '100.00', points: '0' },
      ],
    },
  ],
  system: 'You act for Northfield Analytics.\n\nYour score sheet is private.',
}

export const NEGOTIATION: NegotiationPage = {
  kind: 'negotiation',
  study: 'concert-tickets',
  studyTitle: ATTEMPTS.title,
  id: 'b01-p03-trader-a2',
  title: 'Attempt 3: trader, opened by Buyer',
  description: 'An agreement after twelve turns.',
  row: ROWS[2]!,
  protocol: 'alternating offers',
  scenario: { key: 'concert-tickets', title: 'Concert tickets' },
  parties: PARTIES.map((party, k) => ({
    ...party,
    negotiator: k === 0 ? 'trader-buyer' : 'trader-seller',
    negotiatorText: 'script frequency, exponent 1.8',
    kind: 'script',
    opens: k === 0,
    brief,
  })),
  issues: [],
  events: 41,
  turnsAtMost: 12,
  turns,
  offers,
  standing: 'O11',
  space: SPACE,
  end: {
    kind: 'agreement',
    text: 'The seller accepted O11 in turn 12.',
    turn: 12,
    offer: 'O11',
    terms: offers[10]!.terms,
    points: offers[10]!.points,
    gains: { buyer: fig(45), seller: fig(41) },
    joint: fig(86),
    below: [],
  },
  reservations: { buyer: fig(20), seller: fig(20) },
  differences: [],
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: '2026-03-01T10:00:41.000Z',
  previous: 'b01-p02-clock-a1',
  next: 'b01-p04-clock-a2',
  samePairing: {},
}

const SIX: readonly PartyTag[] = ['Avery', 'Blake', 'Casey', 'Devon', 'Ember', 'Flynn'].map(
  (label, colour) => ({
    id: label.toLowerCase(),
    label,
    name: `Office of ${label}`,
    colour,
  }),
)

/** Six parties who vote, broken off. */
export const VOTES: NegotiationPage = {
  ...NEGOTIATION,
  id: 'n01',
  title: 'Attempt 1: six at one table',
  protocol: 'package votes',
  parties: SIX.map((party, k) => ({
    ...party,
    negotiator: 'concede',
    negotiatorText: 'script concede',
    kind: 'script',
    opens: k === 0,
    brief,
  })),
  offers: [0, 1, 2].map((k) => ({
    id: `O${k + 1}`,
    by: SIX[k]!.id,
    turn: k * 2,
    terms: [
      { issue: 'Location', value: 'Weir Flats' },
      { issue: 'Hiring', value: 'apprenticeship programme' },
    ],
    points: Object.fromEntries(SIX.map(({ id }, p) => [id, fig(90 + 10 * p - 4 * k)])),
    below: k === 0 ? ['flynn'] : [],
    votes: SIX.slice(3).map(({ id }, p) => ({
      turn: k * 2 + p,
      seat: id,
      vote: p % 2 ? 'reject' : 'accept',
    })),
    fate: k === 2 ? 'live' : 'gone',
  })),
  turns: SIX.map(
    ({ id }, k): TurnData => ({
      turn: k + 1,
      round: 1,
      seat: id,
      message: k === 5 ? '' : 'We can live with this if the hiring is right.',
      action: k === 5 ? 'reject' : 'accept',
      actionText: k === 5 ? 'rejects O2' : 'supports O2',
      binding: true,
      offer: 'O2',
      supporters: SIX.slice(0, k + 1).map((one) => one.id),
      faults: [],
      changedTerms: false,
      calls: [],
      readings: [],
    }),
  ),
  votingRule: 'An offer passes when five of six are for it, Blake and Ember among them.',
  end: {
    kind: 'interrupted',
    reason: 'attempts-spent',
    text: 'Interrupted in turn 7: no attempt brought a reply of Avery. How it would have ended is not known.',
    turn: 7,
    below: [],
  },
  reservations: Object.fromEntries(SIX.map(({ id }) => [id, fig(82)])),
}
delete (VOTES as { space?: unknown }).space

/** Words that would do harm as markup, that turn directions around, or that never end. */
export const HOSTILE =
  '<img src=x onerror=alert(1)> </script><script>alert(2)</script> \u202Egnissem ton si siht'
const ENDLESS = 'x'.repeat(1_000_000)

/** Free talk with an observer, still going on, in hostile words. */
export const TALK: NegotiationPage = {
  ...NEGOTIATION,
  id: 'orange-01',
  title: 'Attempt 1: the orange',
  protocol: 'free talk',
  offers: [],
  issues: [],
  turns: [
    'I need the peel of this orange for a cake.',
    'And I need its juice. What do you need the peel for?',
    HOSTILE,
    ENDLESS.slice(0, 3000),
  ].map(
    (message, k): TurnData => ({
      turn: k + 1,
      seat: k % 2 === 0 ? 'buyer' : 'seller',
      message,
      action: 'SAY',
      binding: false,
      faults: [],
      changedTerms: false,
      calls: [],
      readings:
        k === 0
          ? []
          : [
              {
                seat: 'observer',
                negotiator: 'judge',
                ...(k === 2 ? { missing: 'its reply could not be read' } : { agreed: k === 3 }),
                fields:
                  k === 2 ? [] : [{ name: 'allocation_type', value: k === 3 ? 'split by part' : 'none' }],
                faults: [],
                calls: [],
              },
            ],
    }),
  ),
  mover: 'buyer',
  observer: {
    negotiator: 'judge',
    negotiatorText: 'judge (a set of rules)',
    fields: [{ name: 'allocation_type', label: 'how the orange is divided' }],
    rule: 'One reading that says agreed closes the talk.',
  },
  reservations: {},
}
for (const key of ['end', 'space', 'standing', 'endedAt'] as const)
  delete (TALK as unknown as Record<string, unknown>)[key]

export const HOME: HomePage = {
  kind: 'home',
  folder: 'negotiations',
  studies: [
    {
      study: 'concert-tickets',
      title: ATTEMPTS.title,
      state: 'running',
      planned: 60,
      ended: 40,
      running: 2,
      interrupted: 1,
      scenario: 'Concert tickets',
      models: [],
      registered: true,
      lastAt: '2026-03-01T10:14:00.000Z',
    },
    {
      study: 'northgate',
      title: 'Northgate: six parties, one package',
      state: 'planned',
      planned: 24,
      ended: 0,
      running: 0,
      interrupted: 0,
      scenario: 'Northgate data centre',
      models: ['example-model-1', 'example-model-2'],
      registered: false,
    },
  ],
  scenarios: [
    {
      scenario: 'concert-tickets',
      title: 'Concert tickets',
      protocol: 'alternating offers',
      parties: PARTIES,
      issues: 3,
      summary:
        'A company and an agency settle the price, the cancellation fee and the notice of a block of tickets.',
    },
    {
      scenario: 'northgate',
      title: 'Northgate data centre',
      protocol: 'package votes',
      parties: SIX,
      issues: 5,
      summary: 'Six parties settle whether and how a data centre is built, as one package or not at all.',
    },
  ],
  problems: [],
}

export const SCENARIO: ScenarioPage = {
  kind: 'scenario',
  scenario: 'concert-tickets',
  id: 'concert-tickets',
  title: 'Concert tickets',
  description: 'Two sides, three terms.',
  about: [
    {
      title: 'What it measures',
      paragraphs: ['Whether two sides find the trade across terms that they value differently.'],
    },
    {
      title: 'What is expected of people',
      items: [{ text: 'Many take the pie to be fixed.', source: { short: 'Raiffa, 1982', entry: 1 } }],
    },
    {
      title: 'Kinds of outcomes',
      items: [{ name: 'The full trade', text: 'Each has what it values most.', code: 'integrative_full' }],
    },
    {
      title: 'To be read beside',
      to: { text: 'The orange', target: { page: 'scenario', scenario: 'orange' } },
    },
  ],
  bibliography: [
    {
      text: 'Raiffa, H. (1982). The art and science of negotiation. Harvard University Press.',
      url: 'https://example.org/raiffa',
    },
  ],
  situation:
    'Northfield Analytics wants to take its staff to a concert and asks Marquee Ticket Agency for 40 tickets in one block. Three terms of the order are open, and the two sides settle them here.',
  information: 'private',
  protocol: 'alternating offers',
  rules: [
    { name: 'turns', value: 'at most 12, then one final reply' },
    { name: 'a fault', value: 'one repair a turn, then the turn is lost' },
  ],
  parties: PARTIES.map((party) => ({
    ...party,
    about: 'the company whose staff will go',
    veto: false,
    brief,
    prompts: [{ title: 'opening', text: 'It is turn 1 of 12. Make an offer.' }],
  })),
  issues: [
    {
      id: 'unit_price_usd',
      type: 'number',
      describe: 'what one ticket costs, in US dollars',
      least: '60.00',
      most: '100.00',
      step: '0.01',
    },
    {
      id: 'name_change_notice_hours',
      type: 'number',
      describe: 'how long before the concert another name may be put on a ticket',
      note: 'more hours are stricter for the buyer',
      least: '0.00',
      most: '96.00',
    },
  ],
  outcomes: [
    { name: 'outcomes', value: '3,841,921,601 on the grid' },
    { name: 'largest joint gain', value: '90.00' },
  ],
  space: SPACE,
  results: [
    {
      study: 'concert-tickets',
      title: ATTEMPTS.title,
      state: 'running',
      pairings: ['trader', 'clock'].map((pairing) => ({
        pairing,
        completed: 20,
        planned: 30,
        agreements: 19,
        joint: fig(80),
        gains: { buyer: fig(41), seller: fig(39) },
      })),
    },
  ],
  hash: '0123456789abcdef0123456789abcdef',
  files: { 'scenario.yaml': 'format: 1\nid: concert-tickets\n' },
}

export const COMPARE: ComparePage = {
  kind: 'compare',
  title: 'Compare',
  left: {
    what: { study: 'concert-tickets', pairing: 'trader' },
    label: 'trader',
    planned: 30,
    completed: 20,
    unknown: 0,
  },
  right: {
    what: { study: 'concert-tickets', pairing: 'clock' },
    label: 'clock',
    planned: 30,
    completed: 19,
    unknown: 1,
  },
  rows: [
    { name: 'completed', left: '20', right: '19', difference: '\u22121' },
    { name: 'mean joint gain', left: '86.41', right: '62.08', difference: '\u221224.33' },
  ],
  figures: { joint: JOINT, plane: STUDY.figures.plane! },
  choices: [
    {
      study: 'concert-tickets',
      title: 'Concert tickets',
      pairings: ['trader', 'clock'],
      factors: [{ name: 'opener', levels: ['buyer', 'seller'] }],
    },
  ],
  notes: ['The two were played by the same design, block by block: what differs is the negotiators.'],
}

const CALL: CallBytes = {
  kind: 'call',
  seat: 'buyer',
  turn: 5,
  repair: 0,
  attempt: 1,
  provider: 'example',
  model: 'example-model-1',
  path: '/v1/messages',
  sha256: 'ab'.repeat(32),
  bytes: 1234,
  sentAt: '2026-03-01T10:00:00.000Z',
  request: '{"model":"example-model-1","messages":[]}',
  exact: true,
  status: 200,
  response: '{"content":[]}',
  responseEncoding: 'utf-8',
  usage: { input_tokens: 1833, output_tokens: 211 },
}

/** Page data by the address that the app fetches it from. */
export const PAGES: Readonly<Record<string, Page | CallBytes>> = {
  '/api/studies/concert-tickets/negotiations/b01-p03-trader-a2/calls/31': CALL,
  '/api/home': HOME,
  '/api/studies/concert-tickets': STUDY,
  '/api/studies/concert-tickets/attempts': ATTEMPTS,
  '/api/studies/concert-tickets/negotiations/b01-p03-trader-a2': NEGOTIATION,
  '/api/studies/concert-tickets/negotiations/n01': VOTES,
  '/api/studies/concert-tickets/negotiations/orange-01': TALK,
  '/api/scenarios/concert-tickets': SCENARIO,
  '/api/compare': COMPARE,
}
