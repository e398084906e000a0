/** What is being written, kept in this tab alone, so that a reload in the middle of a turn loses nothing. */
import type { Draft } from '../../../src/scenario/seat/form.ts'

const KEY = 'parley-draft'

/** The draft of this very move; undefined where there is none. */
export function keptDraft(move: string): Draft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { move?: string; draft?: Draft } | null
    const { draft } = kept ?? {}
    if (kept?.move !== move || typeof draft?.action !== 'string' || typeof draft.message !== 'string')
      return undefined
    // JSON has no undefined: a value that was not chosen came back as null.
    return { ...draft, values: (draft.values ?? []).map((value) => value ?? undefined) }
  } catch {
    return undefined
  }
}

export function keepDraft(move: string, draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ move, draft }))
  } catch {
    // Where nothing can be kept, a reload begins the form anew.
  }
}
