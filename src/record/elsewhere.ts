/**
 * Calls that an environment variable sent to another server than the provider's own. The record says that it happened
 * and by which variable; the server is sealed beside each call, since an address inside a laboratory is its secret.
 */
import type { ParleyEvent } from './events.ts'

/** Counts such calls by the variable, and by whom they were made where that is told. */
export class ElsewhereTally {
  readonly #counts = new Map<string, { readonly by: string; readonly who: string; calls: number }>()

  add(by: string, who = ''): void {
    const key = JSON.stringify([by, who])
    const known = this.#counts.get(key)
    if (known) known.calls++
    else this.#counts.set(key, { by, who, calls: 1 })
  }

  /** Takes the events of a stream. */
  take(events: readonly ParleyEvent[]): void {
    for (const event of events)
      if (event.type === 'call.sent' && event.elsewhere !== undefined) this.add(event.elsewhere)
  }

  /** What a reader must know of them, a sentence for each variable and caller. */
  notes(): string[] {
    return [...this.#counts.values()].map(({ by, who, calls }) => {
      const what = `${calls} ${calls === 1 ? 'call' : 'calls'}${who === '' ? '' : ` of ${who}`}`
      return `${what} went to another server than the provider's own: the variable ${by} named it, and the record keeps its address sealed. What answered there, only whoever ran it can say.`
    })
  }
}
