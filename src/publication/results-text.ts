/** RESULTS.md: methods, how the data were collected, results, limits. */
import type { Stamped, StudyEvent } from '../record/events.ts'
import { makeReport } from '../study/report.ts'
import type { StudyAnalysis } from '../study/study-analysis.ts'
import { observerNotes } from '../study/talk-report.ts'
import { plain, table } from './markdown.ts'
import type { Whole } from './whole.ts'

export function resultsText(
  { published, events, scenarios, later }: Whole,
  { sets }: StudyAnalysis,
  plots: readonly string[],
): string {
  const { plan, attempts, turns, calls, elsewhere } = published
  const { created, registered, now } = plan
  const report = makeReport(sets, { title: now.title, about: [], registered: registered !== undefined })
  const notes = [...observerNotes(plan), ...report.notes, ...elsewhere]
  const tables = [...report.tables, ...later]
  const count = (status: string): number =>
    attempts.filter(({ observation }) => observation.status === status).length
  const kind = (created.analysis as { readonly kind?: unknown } | undefined)?.kind
  const blocks = [
    `# ${plain(now.title)}`,
    registered
      ? `The study was registered before it was played. Its planned analysis is ${kind === 'confirmatory' ? 'confirmatory' : 'descriptive'}.`
      : 'The study was not registered before it was played: all of this is exploratory.',
    '## Methods',
    methods(
      created,
      scenarios.map(({ title }) => title),
    )
      .map((line) => `- ${line}`)
      .join('\n'),
    table(
      ['negotiator', 'settings'],
      Object.entries(now.negotiators).map(([name, spec]) => [name, JSON.stringify(spec)]),
    ),
    '## How the data were collected',
    `Of ${attempts.length} assignments ${count('completed')} were completed, ${count('unknown')} interrupted, ${count('running')} are running and ${count('planned')} not started; together they have ${turns} turns and ${calls} calls to models. Every time below is self-attested: it is that of the machine's own clock, unless an anchor says otherwise.`,
    table(['time', 'what happened'], events.flatMap(happened)),
    '## Results',
    ...tables.flatMap(({ title, caption, head, rows, align }, i) => [
      `**Table ${i + 1}. ${plain(title)}.** ${plain(caption)}`,
      table(head, rows, align),
    ]),
    ...(notes.length > 0 ? [notes.map((note) => `- ${plain(note)}`).join('\n')] : []),
    ...plots.map((name) => `![${plain(name.replace(/\.svg$/, ''))}](plots/${name})`),
    '## Limits',
    LIMITS.map((line) => `- ${line}`).join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

type Created = Extract<StudyEvent, { type: 'study.created' }>

function methods(
  { seed, design, assignments, protocol, version }: Created,
  titles: readonly string[],
): string[] {
  const names = design?.pairings ?? [...new Set(assignments.map(({ pairing }) => pairing))].sort()
  const factors = Object.entries(design?.factors ?? {}).map(
    ([name, levels]) => `${name} (${levels.join(', ')})`,
  )
  const blocks = design?.blocks ?? Math.max(0, ...assignments.map(({ block }) => block))
  return [
    `Scenario: ${titles.map(plain).join('; ')}.`,
    `Protocol: ${plain(protocol)}, version ${version} of its rules.`,
    `Pairings: ${names.map(plain).join(', ')}.`,
    ...(factors.length > 0 ? [`Factors: ${factors.map(plain).join('; ')}.`] : []),
    `${assignments.length} assignments in ${blocks} blocks; the order in each block is drawn from the seed "${plain(seed)}".`,
  ]
}

function happened(event: Stamped<StudyEvent>): [string, string][] {
  const told = wordsOf(event)
  return told === undefined ? [] : [[event.at, told]]
}

export function wordsOf(event: StudyEvent): string | undefined {
  switch (event.type) {
    case 'study.created':
      return `The study was created, with ${event.assignments.length} assignments.`
    case 'study.registered':
      return `It was registered (sha256 ${event.registration}).`
    case 'study.amended':
      return `Amendment ${event.amendment}, with ${event.closed} outcomes known to the record (${event.seen}): ${event.changes.map(({ what }) => what).join(', ')}. Reason given: ${event.reason}`
    case 'study.extended':
      return `Extension ${event.extension}: ${event.assignments.length} assignments more, with ${event.closed} outcomes known to the record (${event.seen}). Reason given: ${event.reason}`
    case 'study.rescored':
      return `Rescoring ${event.rescoring} by the points of another scenario (${event.scenario.slice(0, 12)}), beside the first scores. Reason given: ${event.reason}`
    case 'results.seen':
      return `Outcomes were shown by parley ${event.command} (${event.closed} were known).`
    case 'anchor.attached':
      return `An anchor was attached (${event.anchor}${event.time === undefined ? '' : `, ${event.time}`}).`
    case 'study.exported':
      return `The record was exported (manifest sha256 ${event.manifest}).`
    case 'run.started':
      return `Run ${event.run} began (Parley ${event.parley}, Node ${event.node}).`
    case 'run.stopped':
      return `Run ${event.run} stopped: ${event.reason}.`
    case 'run.lost':
      return `Run ${event.run} had been lost before; its end was never written.`
    case 'pass.started':
      return `Pass ${event.pass} over ${event.negotiations.length} talks began: ${PASS_WORDS[event.what]} (${event.reader}).`
    case 'pass.closed':
      return `Pass ${event.pass} was done.`
    case 'negotiation.closed':
      return undefined
  }
}

/** What each kind of pass does. */
const PASS_WORDS = {
  observe: 'another observer read them',
  label: 'a person labelled them',
  probe: 'who talked was asked whether the situation was known',
} as const

export const LIMITS = [
  'An unknown outcome is not a gain of zero: it is left out of means, and the bounds say how much it could change.',
  'The chain shows that nothing was changed after it was written, as far as its last hash is known from elsewhere; an author who writes the whole record anew can make another chain.',
  'Times are those of the machine that wrote them. An anchor from outside says when something was there at the latest.',
  'What is left out (the exact bytes of responses, thinking, provider ids, scratchpads) is committed to by a hash and can be opened to a referee.',
  'Negotiations with the same words are no independent replications, even where they are counted as several.',
]
