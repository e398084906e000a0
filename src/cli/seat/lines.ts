/**
 * Questions and answers, a line each: on a terminal, or from a pipe where nobody waits for a prompt. A person who
 * leaves (Ctrl-C, the end of input) answers nothing more.
 */
import { createInterface } from 'node:readline'

export interface Lines {
  /** Whether a person types, so that a slip can be asked about again. */
  readonly live: boolean
  /** Asks; undefined once the person has left. `hint`: what stands beside the question while a text is being typed. */
  ask(question: string, hint?: (typed: string) => string): Promise<string | undefined>
  /** Leaves, as if the person had. */
  leave(): void
  close(): void
}

/** `onLeave` is called once, when the person leaves. */
export function openLines(input: NodeJS.ReadStream, output: NodeJS.WriteStream, onLeave: () => void): Lines {
  const live = input.isTTY === true && output.isTTY === true
  const lines = createInterface({ input, output, terminal: live })
  const waiting: string[] = []
  let take: ((line: string | undefined) => void) | undefined
  /** The prompt for what is typed so far, where it depends on that. */
  let typing: (() => string) | undefined
  let left = false
  let ended = false
  const give = (line: string | undefined): void => {
    typing = undefined
    const taker = take
    take = undefined
    taker?.(line)
  }
  const leave = (): void => {
    if (left) return
    left = true
    // What is told next begins a line of its own.
    if (live && take) output.write('\n')
    onLeave()
    give(undefined)
  }
  lines.on('line', (line) => {
    if (take) give(line)
    else waiting.push(line)
  })
  lines.on('SIGINT', leave)
  if (live) {
    input.on('keypress', () =>
      // After the library has taken the key.
      setImmediate(() => {
        const prompt = typing?.()
        if (prompt === undefined || prompt === lines.getPrompt()) return
        lines.setPrompt(prompt)
        lines.prompt(true)
      }),
    )
  }
  // The end of a pipe is noticed before its lines are used up, and before there is a question: it counts at the next.
  lines.on('close', () => {
    if (take) leave()
    else ended = true
  })
  return {
    live,
    leave,
    close: () => lines.close(),
    ask(question, hint) {
      const next = waiting.shift()
      if (next !== undefined) {
        output.write(`${question}${next}\n`)
        return Promise.resolve(next)
      }
      if (left || ended) {
        leave()
        return Promise.resolve(undefined)
      }
      if (live) {
        // The library draws its prompt anew at every key, so it has to know the line that is typed into.
        const at = question.lastIndexOf('\n') + 1
        output.write(question.slice(0, at))
        const last = question.slice(at)
        lines.setPrompt(last)
        lines.prompt()
        if (hint) typing = () => `${last}${hint(lines.line)}`
      } else output.write(question)
      return new Promise((resolve) => {
        take = resolve
      })
    },
  }
}
