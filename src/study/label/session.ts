/**
 * Labelling by key, without a terminal: which talk is shown, what a key does. One key labels a talk and goes on to the
 * next; a label that was given is changed by going back and pressing another key.
 */
import type { Label } from '../../record/passes/label.ts'

export interface Session {
  /** The items in the order in which they are shown. */
  readonly items: readonly string[]
  /** Which is shown; past the last one everything was shown. */
  readonly at: number
  readonly labels: ReadonlyMap<string, Label>
  /** Typed for the item that is shown, to go with its label. */
  readonly note?: string
}

/** What a key asks its terminal for. */
export type Effect =
  | { readonly kind: 'label'; readonly item: string; readonly label: Label }
  | { readonly kind: 'note' }
  | { readonly kind: 'quit' }
  /** All are labelled, and the person says that they are done. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'show' }
  | { readonly kind: 'unknown' }

/** The keys that are not kinds, and what each does. */
export const KEYS = {
  a: 'agreed, of a kind that I cannot say',
  n: 'not agreed',
  u: 'unsure whether they agreed',
  s: 'skip',
  b: 'back',
  t: 'type a note',
  q: 'quit',
} as const

/** The key that ends the work once the last talk has been shown. */
export const FINISH = 'f'

const KIND_KEYS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The key of each kind: 1, 2, … */
export const kindKeys = (kinds: readonly string[]): [key: string, kind: string][] =>
  kinds.slice(0, KIND_KEYS.length).map((kind, i) => [KIND_KEYS[i]!, kind])

/** A session at the first item without a label. `labels`: those given in earlier sessions. */
export function startSession(items: readonly string[], labels: ReadonlyMap<string, Label>): Session {
  const open = items.findIndex((item) => !labels.has(item))
  return { items, labels, at: open < 0 ? items.length : open }
}

/** The session after a key. `kinds`: the kinds of agreement of the item that is shown. */
export function press(
  session: Session,
  key: string,
  kinds: readonly string[],
): { readonly session: Session; readonly effect: Effect } {
  const { items, at } = session
  const item = items[at]
  if (key === 'q') return { session, effect: { kind: 'quit' } }
  if (key === 'b') {
    const { note: _, ...rest } = session
    return { session: { ...rest, at: Math.max(0, at - 1) }, effect: { kind: 'show' } }
  }
  if (item === undefined) {
    const effect = key === FINISH ? ({ kind: 'finish' } as const) : ({ kind: 'unknown' } as const)
    return { session, effect }
  }
  if (key === 't') return { session, effect: { kind: 'note' } }
  const said = labelOf(key, kinds)
  if (!said) return { session, effect: { kind: 'unknown' } }
  const { note, ...rest } = session
  const label = note === undefined || note === '' ? said : { ...said, note }
  return {
    session: { ...rest, at: at + 1, labels: new Map([...session.labels, [item, label]]) },
    effect: { kind: 'label', item, label },
  }
}

function labelOf(key: string, kinds: readonly string[]): Label | undefined {
  const kind = kindKeys(kinds).find(([own]) => own === key)?.[1]
  if (kind !== undefined) return { agreed: 'yes', kind }
  if (key === 'a') return { agreed: 'yes' }
  if (key === 'n') return { agreed: 'no' }
  if (key === 'u') return { agreed: 'unsure' }
  return key === 's' ? {} : undefined
}

/** The session with a note for the item that is shown. */
export const withNote = (session: Session, note: string): Session => ({ ...session, note })
