/**
 * Questions and answers, a line each: on a terminal, or from a pipe where nobody waits for a prompt. A person who
 * leaves (Ctrl-C, the end of input) answers nothing more.
 */
import { createInterface } from 'node:readline'

export interface Lines {
  /** Whether a person types, so that a slip can be asked about again. */
  readonly live: boolean
  /** Asks; undefined once the person has left. */
  ask(question: string): Promise<string | undefined>
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
  let left = false
  let ended = false
  const give = (line: string | undefined): void => {
    const taker = take
    take = undefined
    taker?.(line)
  }
  const leave = (): void => {
    if (left) return
    left = true
    onLeave()
    give(undefined)
  }
  lines.on('line', (line) => {
    if (take) give(line)
    else waiting.push(line)
  })
  lines.on('SIGINT', leave)
  // The end of a pipe is noticed before its lines are used up, and before there is a question: it counts at the next.
  lines.on('close', () => {
    if (take) leave()
    else ended = true
  })
  return {
    live,
    leave,
    close: () => lines.close(),
    ask(question) {
      const next = waiting.shift()
      if (next !== undefined) {
        output.write(`${question}${next}\n`)
        return Promise.resolve(next)
      }
      if (left || ended) {
        leave()
        return Promise.resolve(undefined)
      }
      output.write(question)
      return new Promise((resolve) => {
        take = resolve
      })
    },
  }
}
