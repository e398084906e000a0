/** Makes up a completion from the chunks of its stream. */
import type { Answer } from './contract.ts'
import { type Broken, partialOf, type StreamReader } from './decode.ts'
import { type ErrorTold, errorTold } from './failure.ts'
import { isRecord, type Json, list, record, toldOnes } from './json.ts'

/** `read` reads the completion that came together. The stream is closed by `[DONE]`, and by nothing else. */
export function chatStream(read: (completion: Json) => Answer | Broken | undefined): StreamReader {
  let [head, usage]: [Json, Json | undefined] = [{}, undefined]
  let [choice, message]: [Json | undefined, Json] = [undefined, { role: 'assistant' }]
  let [closed, begun] = [false, false]
  let error: ErrorTold | undefined
  const whole = (): Json => ({
    ...head,
    usage: usage ?? null,
    choices: choice === undefined ? [] : [{ ...choice, message }],
  })
  return {
    take({ choices, usage: counts, ...fields }) {
      error ??= errorTold(fields, false)
      head = { ...head, ...toldOnes(fields) }
      // Groq puts the last counts into a field of its own.
      const told = counts ?? record(fields.x_groq).usage
      if (isRecord(told)) usage = told
      for (const { delta, ...rest } of list(choices).map(record)) {
        // Only one reply was asked for; a server that sends another one anyway is not listened to.
        if (rest.index !== undefined && rest.index !== 0) continue
        choice = { ...choice, ...toldOnes(rest) }
        if (!isRecord(delta)) continue
        message = grown(message, delta)
        begun ||= Object.entries(delta).some(([name, value]) => name !== 'role' && isContent(value))
      }
    },
    done: () => {
      closed = true
    },
    closed: () => closed,
    get error() {
      return error
    },
    get nonsense() {
      return closed && choice === undefined ? 'The stream has an end, but no reply.' : undefined
    },
    partial: () => {
      const completion = begun ? read(whole()) : undefined
      return completion && ('error' in completion ? completion.partial : partialOf(completion))
    },
    answer: () => read(whole())!,
  }
}

const isContent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== ''

/** Text grows by text and lists by lists; anything else is replaced. */
function grown(message: Json, delta: Json): Json {
  const changes = Object.entries(delta).map(([name, value]): [string, unknown] => {
    const before = Object.hasOwn(message, name) ? message[name] : undefined
    if (name === 'role' || before === undefined || before === null) return [name, value]
    if (value === null) return [name, before]
    if (typeof before === 'string' && typeof value === 'string') return [name, before + value]
    if (Array.isArray(before) || Array.isArray(value)) return [name, [...asParts(before), ...asParts(value)]]
    return [name, value]
  })
  return { ...message, ...Object.fromEntries(changes) }
}

/** Mistral's contents change from lists (thinking) to text (the answer) on the way. */
const asParts = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? (value === '' ? [] : [{ type: 'text', text: value }]) : list(value)
