/** What observers read along a talk, as a reader wants it: after which message, what was reported, and what closed it. */
import { repairText } from '../protocols/faults.ts'
import type { TurnReading } from './play.ts'
import type { StoryFault } from './story.ts'
import { type StoryCall, tellCalls } from './story-calls.ts'

export interface StoryReading {
  readonly seat: string
  /** `due`: it is still to come. `none`: there is no reading, which is not a "no". */
  readonly said: 'agreed' | 'not-agreed' | 'none' | 'due'
  /** The kind that it reports, where the observer tells kinds apart. */
  readonly type?: string
  /** All that it reports, field by field. */
  readonly fields?: Readonly<Record<string, string | number | boolean>>
  /** Why there is none: the code of a fault, or of a reply that never came. */
  readonly missing?: string
  /** This reading closed the talk. */
  readonly closes?: true
  readonly faults: readonly StoryFault[]
  readonly calls?: readonly StoryCall[]
}

/** What of a talk was audited: the readings after its close, each message's counted once, by its first. */
export interface StoryAudit {
  readonly agreed: number
  readonly notAgreed: number
  /** Messages after the close that have no reading. */
  readonly missing: number
}

/** Retells the readings of one turn. */
export const tellReadings = (readings: readonly TurnReading[]): StoryReading[] =>
  readings.map(({ seat, reading, closes, absent, tries, calls }) => {
    const { agreed, type, reading: fields, missing } = reading ?? {}
    const said =
      agreed === undefined ? (missing === undefined ? 'due' : 'none') : agreed ? 'agreed' : 'not-agreed'
    return {
      seat,
      said,
      ...(type === undefined ? {} : { type }),
      ...(fields ? { fields } : {}),
      ...(missing === undefined ? {} : { missing: absent ?? missing }),
      ...(closes ? { closes } : {}),
      faults: tries.flatMap(({ fault, text }) =>
        fault ? [{ code: fault.code, problem: repairText(fault), text }] : [],
      ),
      ...(calls ? { calls: tellCalls(calls) } : {}),
    }
  })

/** What the readings after the close say; undefined where no message was read after it. */
export function tellAudit(
  turns: readonly { readonly turn: number; readonly readings?: readonly StoryReading[] }[],
  closed: { readonly turn: number } | undefined,
): StoryAudit | undefined {
  if (!closed) return undefined
  const first = turns.flatMap(({ turn, readings }) =>
    turn > closed.turn ? (readings ?? []).slice(0, 1) : [],
  )
  const count = (said: StoryReading['said']): number => first.filter((one) => one.said === said).length
  if (first.length === 0) return undefined
  return { agreed: count('agreed'), notAgreed: count('not-agreed'), missing: count('none') }
}
