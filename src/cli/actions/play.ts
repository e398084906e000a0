/** What `parley play` does. */

import { access, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, UserError } from '../../core/problem.ts'
import { shellWord } from '../../core/shell-word.ts'
import { accessOf, type Env, type Reach } from '../../models/keys.ts'
import { type Asked, personNegotiator } from '../../negotiators/human/negotiator.ts'
import { isPerson } from '../../negotiators/registry.ts'
import { OBSERVER } from '../../protocols/seats.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { meant } from '../../scenario/nearest.ts'
import { makeRenderer } from '../../scenario/render.ts'
import { moveOf } from '../../scenario/seat/form.ts'
import { seatPage } from '../../scenario/seat/page.ts'
import type { SeatPage } from '../../scenario/seat/types.ts'
import type { Scenario } from '../../scenario/types.ts'
import { isObserved } from '../../study/check.ts'
import { loadStudy, STUDY_FILE, type Study } from '../../study/load.ts'
import { type RunSummary, runStudy } from '../../study/run.ts'
import { makeTable, type WrittenSpec } from '../../study/sitting/folder.ts'
import { readSeat, usualOpponent } from '../../study/sitting/spec.ts'
import { random, versions } from '../change-options.ts'
import type { Options } from '../commands/play.ts'
import { makeFresh } from '../fresh.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { clientsFrom, keepSecret, readEnv } from '../model-access.ts'
import { capsOf, pricerOf } from '../money-options.ts'
import { tellRest } from '../run-rest.ts'
import { askMove } from '../seat/ask.ts'
import { briefText, lineText, who } from '../seat/brief-text.ts'
import { tellEnd } from '../seat/end.ts'
import { openLines } from '../seat/lines.ts'
import { scenarioFolder } from '../shipped.ts'

export async function play(named: string | undefined, options: Options, io: Io): Promise<void> {
  const begun = options.folder !== undefined && (await exists(join(options.folder, STUDY_FILE)))
  if (begun && named !== undefined) {
    const mend = `Go on with it by parley play --folder ${shellWord(options.folder)}, or name another folder.`
    throw new UserError(
      [{ file: options.folder!, message: 'A play is kept here already.', mend }],
      EXIT.usage,
    )
  }
  const env = await readEnv(io.env, options.keys)
  const money = { caps: capsOf(options), pricer: await pricerOf(options) }
  const study = begun ? await loadStudy(options.folder!) : await begin(named, options, env, io)
  const { id, seats } = study.assignments[0]!
  const seat = personOf(study)
  const secret = keepSecret(study, env)
  const summary = await sit(study, seat, options, io, { client: clientsFrom(study, env), ...money })
  if (summary.ended === 'complete') {
    await look(study.record, 'play', io)
    await tellEnd(study, { negotiation: id, seat, seats }, options.json === true, io)
  }
  tellRest(`Go on with: parley play --folder ${shellWord(study.folder)}`, summary, io, secret)
}

/** Makes the folder of a new play. */
async function begin(named: string | undefined, options: Options, env: Env, io: Io): Promise<Study> {
  if (named === undefined) {
    const message =
      options.folder === undefined ? 'No scenario is named.' : 'Nothing is kept here to go on with.'
    const mend = 'name a scenario: parley play concert-tickets --as buyer'
    throw new UserError([{ file: options.folder ?? 'parley play', message, mend }], EXIT.usage)
  }
  const path = await scenarioFolder(named)
  const scenario = await loadScenario(path)
  const parties = scenario.parties.map(({ id }) => id)
  const party = mustBeParty('--as', options.as, parties)
  const opener =
    options.opener === undefined ? usualOpener(scenario) : mustBeParty('--opener', options.opener, parties)
  const seats = seatsOf(scenario, party, options)
  // Before anything is made: without a key there is no play to go on with.
  mustBeReached(seats, env)
  const folder = options.folder ?? (await freshFolder(scenario.id, party))
  const against = Object.entries(seats).flatMap(([seat, spec]) => (seat === party ? [] : [specWords(spec)]))
  io.note(`Kept in ${folder}. Ctrl-C leaves; parley play --folder ${shellWord(folder)} goes on.\n`)
  if (isObserved(scenario) && options.observer === undefined) {
    io.note(
      'The talk is read by rule-observer, which understands the set phrases of scripts and no other words: yours will not close it. A model reads them (--observer <provider>:<model>).\n',
    )
  }
  const id = `play-${scenario.id.slice(0, 40)}-${random().slice(0, 8)}`.replaceAll(/[^a-z0-9-]/g, '-')
  const title = `${scenario.title}: a person as ${party}, with ${[...new Set(against)].join(', ')}`
  return makeTable(folder, { id, title, scenario: path, seats, opener, seed: options.seed ?? random() })
}

/** Throws a UserError with all that is missing to reach the models of these seats. */
function mustBeReached(seats: Readonly<Record<string, WrittenSpec>>, env: Env): void {
  const problems = Object.entries(seats).flatMap(([seat, spec]) => {
    if (!('provider' in spec)) return []
    const where = seat === OBSERVER ? '--observer' : '--against'
    try {
      accessOf(spec as unknown as Reach, env, String(spec.model), where)
      return []
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return error.problems.map(({ path: _, ...problem }) => problem)
    }
  })
  const distinct = [...new Map(problems.map((problem) => [problem.message, problem])).values()]
  if (distinct.length > 0) throw new UserError(distinct)
}

const specWords = (spec: WrittenSpec): string =>
  'script' in spec ? String(spec.script) : 'model' in spec ? String(spec.model) : 'a person'

function usualOpener({ protocol, parties }: Scenario): string {
  const { opener } = protocol.settings
  return typeof opener === 'string' ? opener : parties[0]!.id
}

function mustBeParty(where: string, party: string | undefined, parties: readonly string[]): string {
  if (party !== undefined && parties.includes(party)) return party
  const message = party === undefined ? 'Which party are you?' : `There is no party "${party}".`
  const found = party === undefined ? {} : { found: party, mend: meant(party, parties) }
  throw new UserError(
    [{ file: where, message, ...found, expected: `one of ${parties.join(', ')}` }],
    EXIT.usage,
  )
}

/** `--against boulware`, `--against boulware mayor=walker`: one for all others, or one by name. */
function seatsOf(
  scenario: Scenario,
  own: string,
  { against = [], observer }: Options,
): Record<string, WrittenSpec> {
  const protocol = scenario.protocol.type
  const parties = scenario.parties.map(({ id }) => id)
  const named = new Map<string, string>()
  let all = usualOpponent(protocol)
  for (const text of against) {
    const [, party, who] = /^([A-Za-z][\w-]*)=(.+)$/.exec(text) ?? []
    if (party === undefined) all = text
    else
      named.set(
        mustBeParty(
          '--against',
          party,
          parties.filter((one) => one !== own),
        ),
        who!,
      )
  }
  const seats = scenario.parties.map(({ id }): [string, WrittenSpec] => {
    if (id === own) return [id, { person: true }]
    const spec = readSeat({ text: named.get(id) ?? all, where: '--against', protocol })
    if (!('person' in spec)) return [id, spec]
    const mend = 'parley serve gives each person a page of their own'
    const message = 'At one terminal there is one person: two would see each other’s briefs.'
    throw new UserError([{ file: '--against', message, mend }], EXIT.usage)
  })
  if (!isObserved(scenario)) return Object.fromEntries(seats)
  const reads = readSeat({ text: observer ?? 'rule-observer', where: '--observer', protocol, observer: true })
  return Object.fromEntries([...seats, [OBSERVER, reads]])
}

async function freshFolder(scenario: string, party: string): Promise<string> {
  await mkdir('plays', { recursive: true })
  return mkdtemp(join('plays', `${scenario}-${party}-`))
}

/** The one seat of the study where a person sits. */
function personOf(study: Study): string {
  const { seats } = study.assignments[0]!
  const people = Object.keys(seats).filter((seat) => isPerson(study.negotiators[seats[seat]!]!))
  if (study.assignments.length === 1 && people.length === 1) return people[0]!
  const message =
    study.assignments.length > 1
      ? 'This study has several negotiations; a play has one.'
      : people.length === 0
        ? 'No person sits in this study.'
        : 'Several people sit at this table; a terminal is for one.'
  const mend =
    people.length > 1 ? 'parley serve gives each person a page of their own' : 'parley run plays it'
  throw new UserError([{ file: study.file, message, mend }], EXIT.usage)
}

/** Seats the person and plays until the end, or until they leave. */
async function sit(
  study: Study,
  seat: string,
  options: Options,
  io: Io,
  models: Pick<Parameters<typeof runStudy>[1], 'client' | 'caps' | 'pricer'>,
): Promise<RunSummary> {
  const variant = study.variant(study.assignments[0]!)
  const { scenario } = variant
  const { protocol } = variant.game(study.assignments[0]!.opener)
  const instructions = makeRenderer(scenario).system(seat)
  const brief = variant.brief(seat)
  const pageOf = (view: Asked['view']): SeatPage =>
    seatPage({ scenario, protocol, brief, view, instructions })
  const stop = new AbortController()
  const leave = (): void => stop.abort()
  const output = options.json ? process.stderr : process.stdout
  const tell = (text: string): void => void (options.json ? io.note(text) : io.out(text))
  const lines = openLines(process.stdin, output, leave)
  const layout = { columns: io.columns, color: io.terminal && !options.json && !io.env.NO_COLOR }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, lines.leave)
  let shown = -1
  let failed: unknown
  const show = (page: SeatPage): void => {
    if (shown < 0) tell(briefText(page, layout))
    for (const entry of page.record.slice(Math.max(0, shown))) tell(`\n${lineText(page, entry, layout)}`)
    shown = page.record.length
    if (page.actor !== undefined && page.actor !== seat && lines.live) tell(`\n${who(page, page.actor)} …`)
  }
  const ask = async (asked: Asked): Promise<void> => {
    try {
      const page = pageOf(asked.view)
      const draft = await askMove(page, { lines, tell, ...layout })
      if (draft === undefined) leave()
      else {
        const move = moveOf(page.move!, page.brief.issues, draft)
        const checked = protocol.check(move, asked.view)
        if (checked.ok) return void asked.give({ kind: 'submission', submission: checked.submission })
        // The form asks for no such thing, so the words are to blame: the protocol says what it wants of them.
        const { repairText } = await import('../../protocols/faults.ts')
        const message = repairText(checked.fault)
        if (!lines.live) throw new UserError([{ file: 'standard input', message }])
        tell(message)
        return await ask(asked)
      }
    } catch (error) {
      failed = error
    }
    asked.give({ kind: 'halt', code: 'stopping', scope: 'study' })
  }
  try {
    const summary = await runStudy(study, {
      ...models,
      now: io.now,
      random: makeFresh(),
      versions,
      stopAsked: () => stop.signal.aborted,
      stopping: stop.signal,
      person: (name) => personNegotiator(name, (asked) => void ask(asked)),
      watch: (_, state) => show(pageOf(protocol.view(state, seat))),
    })
    if (failed !== undefined) throw failed
    return summary
  } finally {
    lines.close()
    for (const signal of signals) process.removeListener(signal, lines.leave)
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
