/**
 * From what a seat sees to the words that a model is sent. A fresh prompt is the system prompt and one user
 * message; in a repair that message is the turn's whole message again, then the repair, so that the model has
 * everything it had at its first try.
 */
import type { Presented, SeatView } from '../protocols/contract.ts'
import { protocolOf } from '../protocols/index.ts'
import { isObserver, OBSERVER } from '../protocols/seats.ts'
import { chooseTemplate } from './choose.ts'
import { type Context, joined, makeEntries, repairContext, staticContext, turnContext } from './context.ts'
import { type CompiledTemplate, compileTemplate } from './liquid.ts'
import { freshTurn, observerRepair } from './templates/free-talk.ts'
import type { Scenario, TemplateName } from './types.ts'

export interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface Prompt {
  readonly system: string
  readonly messages: readonly Message[]
}

export interface Renderer {
  /** The prompt that stands by itself. `reply`: the text of the faulty reply, in a repair. Throws a TemplateError; packs are checked when loaded. */
  prompt(seat: string, view: SeatView, reply?: string): Prompt
  /** The user message of a turn, without a repair. */
  message(seat: string, view: SeatView): string
  /** What a repair says of the faulty reply, alone. */
  repair(seat: string, view: SeatView, reply: string): string
  /** The system prompt of a seat: of an observer's its instructions. */
  system(seat: string): string
  /** The instructions of the observer. */
  observer(): string
}

/** Makes the renderer of a scenario. Templates are read once, and a seat's system prompt is rendered once. */
export function makeRenderer(scenario: Scenario): Renderer {
  const compiled = new Map<string, CompiledTemplate>()
  const fixed = new Map<string, Context>()
  const bound = new Map<string, (moving: Context) => string>()
  const entries = makeEntries(scenario)
  const systems = new Map<string, string>()

  const template = (name: TemplateName, seat?: string): CompiledTemplate => {
    const chosen = chooseTemplate(scenario, name, seat)
    if (!chosen) throw new RangeError(`${scenario.id} has no template "${name}"`)
    return once(compiled, chosen.text, () => compileTemplate(chosen.text))
  }
  /** An observer sees what is public, whichever of its seats it is. */
  const seen = (seat: string): string | undefined => (isObserver(seat) ? undefined : seat)
  const seatContext = (seat: string): Context =>
    once(fixed, seen(seat) ?? OBSERVER, () => staticContext(scenario, seen(seat)))
  const system = (seat: string): string =>
    once(systems, seen(seat) ?? OBSERVER, () =>
      whole(template(seen(seat) === undefined ? 'observer' : 'system', seen(seat)).render(seatContext(seat))),
    )
  const presented = (view: SeatView): Presented => machine().present(view)
  const machine = () => {
    const protocol = protocolOf(scenario.protocol.type)
    if (!protocol) throw new RangeError(`no machine for ${scenario.protocol.type}`)
    return protocol
  }
  /** A template with what a seat knows all the time; what changes goes in. */
  const filled = (name: TemplateName, seat: string) =>
    once(bound, `${name} ${seat}`, () => {
      const chosen =
        name === 'repair' && isObserver(seat)
          ? once(compiled, observerRepair, () => compileTemplate(observerRepair))
          : template(name, seen(seat))
      return chosen.bind(seatContext(seat))
    })
  // What would be asked had nothing gone wrong yet.
  const asked = (view: SeatView): TemplateName =>
    machine().ask(view.repair > 0 ? { ...view, repair: 0 } : view).template
  const message = (seat: string, view: SeatView, shown = presented(view)): string =>
    filled(asked(view), seat)(turnContext(scenario, shown, entries))
  /** In talk the usual message of a turn is the other side's words, which say too little where no thread holds the rest. */
  const alone = (seat: string, view: SeatView, shown: Presented): string => {
    const usual = machine().name === 'free-talk' && asked(view) === 'turn'
    if (!usual || chooseTemplate(scenario, 'turn', seat)?.own !== undefined) return message(seat, view, shown)
    const whole = once(bound, `${FRESH} ${seat}`, () =>
      once(compiled, freshTurn, () => compileTemplate(freshTurn)).bind(seatContext(seat)),
    )
    return whole(turnContext(scenario, shown, entries))
  }
  const repair = (seat: string, view: SeatView, reply: string, shown = presented(view)): string =>
    filled('repair', seat)(joined(turnContext(scenario, shown, entries), repairContext(view, reply)))

  return {
    system,
    observer: () => system(OBSERVER),
    message: (seat, view) => whole(message(seat, view)),
    repair: (seat, view, reply) => whole(repair(seat, view, reply)),
    prompt(seat, view, reply) {
      const shown = presented(view)
      let content = alone(seat, view, shown)
      if (view.repair > 0) content += `\n\n${repair(seat, view, reply ?? '', shown)}`
      return { system: system(seat), messages: [{ role: 'user', content: whole(content) }] }
    },
  }
}

const FRESH = 'fresh'

/** A filter may cut a character in half; a request must not. */
const whole = (text: string): string => text.toWellFormed()

/** What is kept under `key`, made where it is asked for first. */
function once<K, V>(kept: Map<K, V>, key: K, make: () => V): V {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}
