/**
 * What one seat of one negotiation asks a model for, call by call. The negotiator that calls and the replay that
 * checks both use this, so that they can only agree. `fresh`: each prompt stands by itself. `thread`: the model's
 * own earlier replies stand in the prompt as the provider sent them, faulty ones and their repairs included; an
 * empty reply is never sent back. An observer is asked afresh for every reading, whatever the setting.
 */
import type { Answer, Message, ModelPrompt } from '../models/wire/contract.ts'
import type { AnyProtocol, Seat, SeatView } from '../protocols/contract.ts'
import { isObserver } from '../protocols/seats.ts'
import type { Renderer } from '../scenario/render.ts'

export interface AskingSettings {
  readonly context: 'fresh' | 'thread'
  /** Whether the shape of the reply goes with the prompt, for providers with structured outputs. */
  readonly structured: boolean
}

/** The name of the reply's shape, where it goes with a prompt. */
const SHAPE = 'move'
const READING = 'reading'

export class Asking {
  readonly #seat: Seat
  readonly #renderer: Renderer
  readonly #protocol: AnyProtocol
  readonly #structured: boolean
  readonly context: AskingSettings['context']
  /** In a thread, everything so far; the last message is the user's while a reply is due. */
  readonly #thread: Message[] = []
  #asked = ''
  #prompt: ModelPrompt | undefined
  #reply = ''

  constructor(seat: Seat, renderer: Renderer, protocol: AnyProtocol, settings: AskingSettings) {
    this.#seat = seat
    this.#renderer = renderer
    this.#protocol = protocol
    this.#structured = settings.structured
    this.context = isObserver(seat) ? 'fresh' : settings.context
  }

  /** The prompt for this seat's move. The same move asked for again (another attempt) gives the same prompt. */
  prompt(view: SeatView): ModelPrompt {
    this.asked(view)
    this.#prompt ??= this.#make(view)
    return this.#prompt
  }

  /** Notes that the model is asked for this move, where the prompt itself is of no concern. */
  asked(view: SeatView): void {
    const asked = `${view.turn}/${view.repair}`
    if (this.#asked === asked) return
    this.#asked = asked
    this.#prompt = undefined
    if (this.context === 'thread') this.#goOn(view)
  }

  /** Takes the answer that became the reply to the last prompt, be it faulty. */
  replied({ text, items }: Pick<Answer, 'text' | 'items'>): void {
    this.#reply = text
    if (this.context !== 'thread' || text.trim() === '') return
    this.#thread.push({ role: 'assistant', content: text.toWellFormed(), items: wellFormed(items) })
  }

  #make(view: SeatView): ModelPrompt {
    const { system, messages } =
      this.context === 'thread'
        ? { system: this.#renderer.system(this.#seat), messages: this.#thread.slice() }
        : this.#renderer.prompt(this.#seat, view, this.#reply)
    const asked = this.#structured ? this.#protocol.ask(view) : undefined
    // Words have no shape.
    const shape = asked &&
      asked.reply !== 'text' && {
        schema: { name: isObserver(this.#seat) ? READING : SHAPE, schema: asked.schema },
      }
    return { system, messages, ...shape }
  }

  /** Puts the message that asks for this move at the end of the thread. */
  #goOn(view: SeatView): void {
    const content =
      view.repair > 0
        ? this.#renderer.repair(this.#seat, view, this.#reply)
        : this.#renderer.message(this.#seat, view)
    const last = this.#thread.at(-1)
    // Where a reply was left out, two messages of the user's would follow each other: they become one.
    if (last?.role === 'user') {
      this.#thread[this.#thread.length - 1] = { role: 'user', content: `${last.content}\n\n${content}` }
    } else this.#thread.push({ role: 'user', content })
  }
}

/** A reply may hold half a character, which no request can carry. */
function wellFormed(items: unknown): unknown {
  const text = JSON.stringify(items)
  if (text === undefined || !/\\ud[89a-f]/.test(text)) return items
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}
