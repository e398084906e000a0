/** What `parley render` does. */
import type { SeatView } from '../../protocols/contract.ts'
import { type Fault, fault } from '../../protocols/faults.ts'
import { readReply } from '../../protocols/read.ts'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import { Asking } from '../../record/asking.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { type Game, makeGame } from '../../scenario/game.ts'
import { meant } from '../../scenario/nearest.ts'
import { makeRenderer, type Prompt, type Renderer } from '../../scenario/render.ts'
import { samplePlay } from '../../scenario/sample-play.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Options } from '../commands/render.ts'
import type { Io } from '../io.ts'
import { safe } from '../text.ts'
import { usage } from '../usage.ts'

interface Rendered {
  readonly party: string
  readonly label: string
  readonly turn?: number
  readonly opener?: string
  readonly prompt: Prompt
}

export async function render(path: string, options: Options, io: Io): Promise<void> {
  const scenario = await loadScenario(path)
  const rendered = renderFor(scenario, options, io)
  const { party, label, turn, opener, prompt } = rendered
  if (options.json) {
    const made = turn === undefined ? 0 : party === OBSERVER ? turn : turn - 1
    const place = turn === undefined ? {} : { turn, opener, madeUpTurns: made }
    io.out(JSON.stringify({ scenario: scenario.id, party, ...place, ...prompt }, null, 2))
  } else if (options.raw) {
    io.out(options.raw === 'system' ? prompt.system : userText(prompt))
  } else {
    const last = prompt.messages.length - 1
    const messages = prompt.messages.map(
      ({ role, content }, i) =>
        `${heading(`${role} message for ${label}${i === last ? `, turn ${turn}` : ', before'}`)}\n${safe(content)}`,
    )
    io.out([`${heading(`system prompt for ${label}`)}\n${safe(prompt.system)}`, ...messages].join('\n\n'))
  }
}

const heading = (text: string): string => `===== ${safe(text)} =====`

function userText(prompt: Prompt): string {
  const message = prompt.messages.at(-1)
  if (!message) throw usage('This prompt has no user message.', '--raw user', 'use --raw system')
  return message.content
}

function renderFor(scenario: Scenario, options: Options, io: Io): Rendered {
  const renderer = makeRenderer(scenario)
  const ids = scenario.parties.map((party) => party.id)
  const observed = scenario.protocol.type === 'free-talk' && scenario.observer !== undefined
  const known = observed ? [...ids, OBSERVER] : ids
  if (options.party !== undefined && !known.includes(options.party)) {
    throw usage(`No party is called "${options.party}".`, options.party, meant(options.party, known))
  }
  const labelOf = (id: string): string =>
    id === OBSERVER ? 'the observer' : (scenario.parties.find((party) => party.id === id)?.label ?? id)
  // Nobody reads a talk before its second message; the instructions are the same whenever it does.
  if (options.party === OBSERVER && options.turn === 1) {
    const prompt = { system: renderer.observer(), messages: [] }
    return { party: OBSERVER, label: labelOf(OBSERVER), prompt }
  }
  const { game, state, party, before } = seated(scenario, options)
  const { turn, repair, seed } = options
  const made = party === OBSERVER ? turn : turn - 1
  if (made > 0) {
    const told =
      made === 1
        ? `Turn 1 is made up: a random legal move with the seed "${seed}". Nobody played it.`
        : `Turns 1 to ${made} are made up: random legal moves with the seed "${seed}". Nobody played them.`
    io.note(told)
  }
  io.note(`${safe(labelOf(game.opener))} speaks first here.`)
  const view = game.protocol.view(state, party)
  const ask = promptOf(game, renderer, party, before)
  const rendered = { party, label: labelOf(party), turn, opener: game.opener }
  if (!repair) return { ...rendered, prompt: ask(view) }
  const { reply, found } = faultyReply(game, view)
  const broken = game.protocol.fault(state, party, found)
  const again = game.protocol.actor(broken) === party ? game.protocol.view(broken, party) : view
  if (again.repair === 0) {
    throw usage('This scenario asks for no repairs.', '--repair', 'protocol.repairs_per_turn is 0')
  }
  io.note('The faulty reply is made up too.')
  return { ...rendered, prompt: ask(again, { view, reply }) }
}

/** A made-up reply that cannot be taken, and what is wrong with it. Of words there is little that is always wrong. */
function faultyReply(game: Game, view: SeatView): { reply: string; found: Fault } {
  if (game.protocol.ask(view).reply === 'text') return { reply: '', found: fault('empty') }
  const reply = 'A made-up reply that is not JSON.'
  const read = readReply(reply)
  return { reply, found: read.ok ? fault('not-object', { found: reply }) : read.fault }
}

/** A move that was made up: what its seat saw, and its reply. */
interface Made {
  readonly view: SeatView
  readonly reply: string
}

/** How a seat is asked: a party of a talk in the thread of its own words, everybody else afresh. */
function promptOf(game: Game, renderer: Renderer, party: string, before: readonly Made[]) {
  const { protocol } = game
  const context = game.scenario.protocol.type === 'free-talk' ? 'thread' : 'fresh'
  const asking = new Asking(party, renderer, protocol, { context, structured: false })
  const went = ({ view, reply }: Made): void => {
    asking.asked(view)
    asking.replied({ text: reply, items: undefined })
  }
  for (const made of before) if (made.view.seat === party && !isObserver(party)) went(made)
  return (view: SeatView, faulty?: Made): Prompt => {
    if (faulty) went(faulty)
    const { system, messages } = asking.prompt(view)
    return { system, messages: messages.map(({ role, content }) => ({ role, content })) }
  }
}

interface Seated {
  readonly game: Game
  readonly state: unknown
  readonly party: string
  readonly before: readonly Made[]
}

/** Sits the party down at its turn. */
function seated(scenario: Scenario, options: Options): Seated {
  const { turn, seed } = options
  const ids = scenario.parties.map((party) => party.id)
  const usual = makeGame(scenario, options.opener)
  const openers =
    options.opener === undefined
      ? [usual.opener, ...ids.filter((id) => id !== usual.opener)]
      : [options.opener]
  let mover: string | undefined
  for (const opener of openers) {
    const game = makeGame(scenario, opener)
    const before: Made[] = []
    const observed = options.party === OBSERVER
    const made = (view: SeatView, reply: string): void => void before.push({ view, reply })
    const state = samplePlay(game, turn, seed, { observed, made })
    if (state === undefined) continue
    const actor = game.protocol.actor(state)
    mover ??= actor
    const party = options.party ?? actor
    if (party !== undefined && party === actor) return { game, state, party, before }
  }
  if (mover === undefined) {
    throw usage(`No talk of this scenario comes to turn ${turn}.`, `--turn ${turn}`, 'choose an earlier turn')
  }
  const mend =
    options.opener === undefined ? 'choose another turn' : 'leave --opener out, or choose another turn'
  throw usage(`Turn ${turn} is ${mover}'s, not ${options.party}'s.`, `--party ${options.party}`, mend)
}
