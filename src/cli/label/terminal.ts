/** Labelling by key in a terminal: shows one talk after another and takes one key for each. */
import { createInterface, emitKeypressEvents } from 'node:readline'
import { press, type Session, startSession, withNote } from '../../study/label/session.ts'
import type { LabelPass } from '../../study/passes/label-pass.ts'
import type { Io } from '../io.ts'
import { lastText, screenText } from './screen.ts'

/** Where keys come from; a terminal's standard input. */
export interface Keys {
  next(): Promise<string>
  /** Drops what was pressed and not yet taken, but for a wish to quit: nobody labels a talk before it is shown. */
  forget(): void
  /** A line of text, ended with Enter. */
  line(question: string): Promise<string>
  close(): void
}

/**
 * Goes through the talks until the person quits or finishes. Returns whether the pass was finished. Each label is on
 * disk before the next talk is shown.
 */
export async function labelByKey(pass: LabelPass, io: Io, keys: Keys = terminalKeys()): Promise<boolean> {
  const names = pass.items.map(({ item }) => item)
  let session = startSession(names, pass.labels)
  show(pass, session, io)
  try {
    for (;;) {
      const kinds = pass.items[session.at]?.talk.kinds ?? []
      const pressed = press(session, await keys.next(), kinds)
      session = pressed.session
      const { effect } = pressed
      if (effect.kind === 'quit') return false
      if (effect.kind === 'unknown') continue
      if (effect.kind === 'label') {
        await pass.label(effect.item, effect.label)
        keys.forget()
      }
      if (effect.kind === 'note') session = withNote(session, (await keys.line('Note: ')).trim())
      if (effect.kind === 'finish' && (await pass.finish())) return true
      show(pass, session, io)
    }
  } finally {
    keys.close()
  }
}

function show(pass: LabelPass, session: Session, io: Io): void {
  const { at, labels, note } = session
  const one = pass.items[at]
  if (!one) {
    io.out(`\n${lastText(labels.size, pass.items.length)}`)
    return
  }
  const { item, talk } = one
  const screen = { number: at + 1, all: pass.items.length, item, talk, label: labels.get(item), note }
  io.out(`\n${screenText(screen, io.columns)}`)
}

/** Keys of this terminal, one by one; Ctrl-C and Ctrl-D quit. */
function terminalKeys(): Keys {
  const { stdin, stdout } = process
  emitKeypressEvents(stdin)
  const waiting: string[] = []
  let wake: ((key: string) => void) | undefined
  const take = (text: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean }): void => {
    const quits = key.ctrl === true && (key.name === 'c' || key.name === 'd')
    const pressed = quits ? 'q' : (text ?? '')
    if (pressed === '') return
    if (wake) wake(pressed)
    else waiting.push(pressed)
    wake = undefined
  }
  const listen = (): void => {
    stdin.setRawMode(true)
    stdin.resume()
    stdin.on('keypress', take)
  }
  const stop = (): void => {
    stdin.off('keypress', take)
    stdin.setRawMode(false)
    stdin.pause()
  }
  listen()
  return {
    next: () => {
      const ready = waiting.shift()
      if (ready !== undefined) return Promise.resolve(ready)
      return new Promise((resolve) => {
        wake = resolve
      })
    },
    forget: () => void waiting.splice(0, waiting.length, ...(waiting.includes('q') ? ['q'] : [])),
    async line(question) {
      stop()
      const lines = createInterface({ input: stdin, output: stdout })
      const answer = await new Promise<string>((resolve) => lines.question(question, resolve))
      lines.close()
      listen()
      return answer
    },
    close: stop,
  }
}
