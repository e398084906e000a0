/** What `parley render` does. */
import { protocolOf } from '../../protocols/index.ts'
import { readReply } from '../../protocols/read.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { type Game, makeGame } from '../../scenario/game.ts'
import { meant } from '../../scenario/nearest.ts'
import { makeRenderer, type Prompt } from '../../scenario/render.ts'
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
    const place = turn === undefined ? {} : { turn, opener, madeUpTurns: turn - 1 }
    io.out(JSON.stringify({ scenario: scenario.id, party, ...place, ...prompt }, null, 2))
  } else if (options.raw) {
    io.out(options.raw === 'system' ? prompt.system : userText(prompt))
  } else {
    const messages = prompt.messages.map(
      ({ role, content }) => `${heading(`${role} message for ${label}, turn ${turn}`)}\n${safe(content)}`,
    )
    io.out([`${heading(`system prompt for ${label}`)}\n${safe(prompt.system)}`, ...messages].join('\n\n'))
  }
}

const heading = (text: string): string => `===== ${safe(text)} =====`

function userText(prompt: Prompt): string {
  const [message] = prompt.messages
  if (!message) throw usage('This prompt has no user message.', '--raw user', 'use --raw system')
  return message.content
}

function renderFor(scenario: Scenario, options: Options, io: Io): Rendered {
  const renderer = makeRenderer(scenario)
  if (options.party === 'observer' && scenario.observer !== undefined) {
    return { party: 'observer', label: 'the observer', prompt: { system: renderer.observer(), messages: [] } }
  }
  const ids = scenario.parties.map((party) => party.id)
  if (options.party !== undefined && !ids.includes(options.party)) {
    throw usage(`No party is called "${options.party}".`, options.party, meant(options.party, ids))
  }
  const labelOf = (id: string): string => scenario.parties.find((party) => party.id === id)?.label ?? id
  if (!protocolOf(scenario.protocol.type)) {
    const party = options.party ?? ids[0]!
    io.note(`This version does not play "${scenario.protocol.type}" yet; here is the system prompt alone.`)
    return { party, label: labelOf(party), prompt: { system: renderer.system(party), messages: [] } }
  }
  const { game, state, party } = seated(scenario, options)
  const { turn, repair, seed } = options
  if (turn > 1) {
    const before =
      turn === 2
        ? `Turn 1 is made up: a random legal move with the seed "${seed}". Nobody played it.`
        : `Turns 1 to ${turn - 1} are made up: random legal moves with the seed "${seed}". Nobody played them.`
    io.note(before)
  }
  io.note(`${safe(labelOf(game.opener))} speaks first here.`)
  const view = game.protocol.view(state, party)
  if (!repair)
    return { party, label: labelOf(party), turn, opener: game.opener, prompt: renderer.prompt(party, view) }
  const reply = 'A made-up reply that is not JSON.'
  const read = readReply(reply)
  const broken = read.ok ? state : game.protocol.fault(state, party, read.fault)
  const again = game.protocol.actor(broken) === party ? game.protocol.view(broken, party) : view
  if (again.repair === 0) {
    throw usage('This scenario asks for no repairs.', '--repair', 'protocol.repairs_per_turn is 0')
  }
  io.note('The faulty reply is made up too.')
  return {
    party,
    label: labelOf(party),
    turn,
    opener: game.opener,
    prompt: renderer.prompt(party, again, reply),
  }
}

/** Sits the party down at its turn. */
function seated(scenario: Scenario, options: Options): { game: Game; state: unknown; party: string } {
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
    const state = samplePlay(game, turn, seed)
    if (state === undefined) continue
    const actor = game.protocol.actor(state)
    mover ??= actor
    const party = options.party ?? actor
    if (party !== undefined && party === actor) return { game, state, party }
  }
  if (mover === undefined) {
    throw usage(`No talk of this scenario comes to turn ${turn}.`, `--turn ${turn}`, 'choose an earlier turn')
  }
  const mend =
    options.opener === undefined ? 'choose another turn' : 'leave --opener out, or choose another turn'
  throw usage(`Turn ${turn} is ${mover}'s, not ${options.party}'s.`, `--party ${options.party}`, mend)
}
