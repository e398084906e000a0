/** The design of a study, and the models and settings: what was asked for, and what answered. */
import { levelsOf } from '../../record/study-plan.ts'
import type { Block, FactData } from '../types.ts'
import { negotiatorWords } from '../words.ts'
import { count, fact, listed, type MakeBlocks } from './contract.ts'
import { ofCalls } from './results.ts'

export const designBlocks: MakeBlocks = ({ index, parties }) => {
  const plan = index.plan
  if (!plan) return []
  const { created, registered, extensions } = plan
  const { design, assignments, seed } = created
  const pairings = design?.pairings ?? [...new Set(assignments.map(({ pairing }) => pairing))]
  const factors = Object.entries(design?.factors ?? {})
  const blocks = design?.blocks ?? Math.max(0, ...assignments.map(({ block }) => block))
  const added = extensions.reduce((n, one) => n + one.assignments.length, 0)
  const label = (id: string): string => parties.find((party) => party.id === id)?.label ?? id
  const kind = (created.analysis as { readonly kind?: unknown } | undefined)?.kind
  const seats = pairings.map((pairing) => {
    const own = assignments.find((one) => one.pairing === pairing)?.seats ?? {}
    return [pairing, ...parties.map(({ id }) => own[id] ?? '–'), ...(own.observer ? [own.observer] : [])]
  })
  const observed = seats.some((row) => row.length > parties.length + 1)
  const rotated = assignments.some((one) => levelsOf(one).roles !== undefined)
  return [
    {
      type: 'text',
      text: `${count(assignments.length, 'negotiation')} ${assignments.length === 1 ? 'was' : 'were'} planned: ${count(pairings.length, 'pairing')} in ${count(blocks, 'block')}${factors.length > 0 ? `, crossed with ${listed(factors.map(([name, levels]) => `${name === 'opener' ? 'who opens' : name} (${levels.map((level) => (name === 'opener' ? label(level) : level)).join(', ')})`))}` : ''}. Each block holds every cell equally often, and the order within a block was drawn from the seed before anything was played.${added > 0 ? ` Extensions added ${added} later.` : ''}`,
    },
    {
      type: 'table',
      table: {
        title: 'Pairings',
        caption: `Which negotiator sits for which party${rotated ? '; roles are changed in turn, this is how the study writes them' : ''}.`,
        head: ['pairing', ...parties.map(({ label }) => label), ...(observed ? ['observer'] : [])],
        rows: seats.map((row) => (observed && row.length < parties.length + 2 ? [...row, '–'] : row)),
        align: 'l'.repeat(parties.length + 1 + (observed ? 1 : 0)),
      },
    },
    {
      type: 'facts',
      facts: [
        fact('Seed', seed),
        fact(
          'Registered',
          registered
            ? `${registered.at.slice(0, 16).replace('T', ' ')} UTC, before anything was played; SHA-256 ${registered.registration}`
            : 'never: all of this is exploratory',
        ),
        fact(
          'Planned analysis',
          kind === 'confirmatory'
            ? 'confirmatory: its tests were written down before anything was played'
            : registered
              ? 'descriptive: no test was planned'
              : 'none',
        ),
      ],
    },
  ]
}

export const modelsBlocks: MakeBlocks = ({ index, report }) => {
  const plan = index.plan
  if (!plan) return []
  const { negotiators, calls } = plan.now
  const list: Block[] = [
    {
      type: 'table',
      table: {
        title: 'Negotiators',
        caption: 'Who played, with every setting that the study gives.',
        head: ['name', 'kind', 'settings'],
        rows: Object.entries(negotiators).map(([name, spec]) => {
          const { kind, text } = negotiatorWords(spec)
          return [name, kind, text]
        }),
        align: 'lll',
      },
    },
  ]
  if (!report?.calls) {
    const models = Object.values(negotiators).some((spec) => negotiatorWords(spec).kind === 'model')
    return models ? list : [...list, { type: 'text', text: 'No language model took part.' }]
  }
  const rows = report.calls.models.flatMap(({ negotiator, model, tier, answers }) =>
    (answers.length > 0 ? answers : [undefined]).map((answer) => [
      negotiator,
      [model, tier].filter((part) => part !== undefined).join(', '),
      answer === undefined
        ? 'nothing'
        : [answer.model ?? 'not told', answer.tier].filter((part) => part !== undefined).join(', '),
      answer === undefined ? '0' : String(answer.count),
      answer === undefined
        ? ''
        : answer.otherModel
          ? 'other model'
          : answer.otherTier
            ? 'other tier'
            : 'as asked',
    ]),
  )
  return [
    ...list,
    {
      type: 'table',
      table: {
        title: 'Models asked for and returned',
        caption: 'What requests named, what the providers said had answered, and how often.',
        head: ['negotiator', 'asked for', 'returned', 'answers', 'compared'],
        rows,
        align: 'lllrl',
      },
    },
    ...(calls ? [{ type: 'facts' as const, facts: callFacts({ ...calls }) }] : []),
    // What a table here says is not said again.
    ...report.report.tables
      .filter((table) => ofCalls(table) && !table.title.startsWith('Models'))
      .map((table): Block => ({ type: 'table', table })),
  ]
}

/** How a reply was waited for, in words. `calls`: the study's own block. */
function callFacts(calls: Readonly<Record<string, unknown>>): FactData[] {
  const { attempt_seconds: attempt, call_seconds: call, attempts, lost_replies: lost, ...others } = calls
  const facts = [
    ['Time for one attempt at a call', attempt, 's'],
    ['Time for one reply, with all attempts', call, 's'],
    ['Attempts at most', attempts, ''],
    [
      'A reply that was lost on its way',
      lost === 'unknown'
        ? 'is not asked for again, since that would be a second draw: its outcome is unknown'
        : lost === 'redraw'
          ? 'is asked for again, which is a second draw and counted'
          : lost,
      '',
    ],
    ...Object.entries(others).map(([name, value]) => [name.replaceAll('_', ' '), value, '']),
  ] as const
  return facts.flatMap(([name, value, unit]) =>
    value === undefined
      ? []
      : [fact(String(name), `${String(value)}${unit === '' ? '' : ` ${String(unit)}`}`)],
  )
}
