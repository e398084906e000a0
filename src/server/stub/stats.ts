/** What the stub was asked and what it answered: counts for tests and people, a line for each request on request. */

export interface PromptCount {
  /** Requests with this prompt, and how many of them were answered whole. */
  asked: number
  answered: number
  readonly known: boolean
}

export interface BodyCount {
  requests: number
  answered: number
}

export interface StubStats {
  readonly requests: number
  /** Requests for a reply, and those of them that got a whole answer (with whatever text). */
  readonly calls: number
  readonly answered: number
  readonly counts: number
  /** Calls whose prompt belongs to no scenario that the server was given. */
  readonly unknown: number
  /** By fault: how often it was done to a call. */
  readonly faults: Readonly<Record<string, number>>
  readonly statuses: Readonly<Record<string, number>>
  readonly tokens: { readonly input: number; readonly output: number }
  /** By prompt (a hash of the system prompt and the last user message). */
  readonly prompts: Readonly<Record<string, PromptCount>>
  /** By the SHA-256 of the request's body. */
  readonly bodies: Readonly<Record<string, BodyCount>>
}

/** One request, as the log tells it. No header and no text of a prompt is in it. */
export interface LogEntry {
  readonly n: number
  readonly at: string
  readonly method: string
  readonly path: string
  readonly provider?: string
  readonly model?: string
  readonly stream?: boolean
  /** The prompt's hash, and the how-manieth request with it this is. */
  readonly prompt?: string
  readonly asked?: number
  readonly known?: boolean
  /** The SHA-256 of the body's bytes. */
  readonly body?: string
  readonly fault?: string
  /** Missing where no response was begun. */
  readonly status?: number
  /** Whether a whole answer was sent. */
  readonly answered: boolean
  readonly tokens?: { readonly input: number; readonly output: number }
}

export class Tally {
  #requests = 0
  #counts = 0
  #calls = 0
  #answered = 0
  #unknown = 0
  #input = 0
  #output = 0
  readonly #faults = new Map<string, number>()
  readonly #statuses = new Map<string, number>()
  readonly #prompts = new Map<string, PromptCount>()
  readonly #bodies = new Map<string, BodyCount>()

  /** The next request's number, from 1. */
  request(): number {
    return ++this.#requests
  }

  count(): void {
    this.#counts++
  }

  /** A call comes in; returns the how-manieth with this prompt it is, from 1. */
  call(prompt: string, body: string, known: boolean): number {
    this.#calls++
    if (!known) this.#unknown++
    const counted = this.#prompts.get(prompt) ?? { asked: 0, answered: 0, known }
    this.#prompts.set(prompt, counted)
    const same = this.#bodies.get(body) ?? { requests: 0, answered: 0 }
    this.#bodies.set(body, same)
    same.requests++
    return ++counted.asked
  }

  fault(name: string): void {
    add(this.#faults, name)
  }

  status(status: number): void {
    add(this.#statuses, String(status))
  }

  /** A whole answer has gone out. */
  answered(prompt: string, body: string, tokens: { input: number; output: number }): void {
    this.#answered++
    this.#input += tokens.input
    this.#output += tokens.output
    this.#prompts.get(prompt)!.answered++
    this.#bodies.get(body)!.answered++
  }

  stats(): StubStats {
    return {
      requests: this.#requests,
      calls: this.#calls,
      answered: this.#answered,
      counts: this.#counts,
      unknown: this.#unknown,
      faults: Object.fromEntries(this.#faults),
      statuses: Object.fromEntries(this.#statuses),
      tokens: { input: this.#input, output: this.#output },
      prompts: Object.fromEntries(this.#prompts),
      bodies: Object.fromEntries(this.#bodies),
    }
  }
}

const add = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)
