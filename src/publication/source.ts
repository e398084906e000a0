/**
 * Where a publication comes from: the record of a study as it is published, one negotiation at a time. An export
 * takes it from the record itself (record-source.ts), a check from the published folder (folder-source.ts), and
 * everything else in the folder is made of this alone, by the same code for both.
 */
import type { StoredEvent } from '../record/stored.ts'

export interface Source {
  /** The study's own stream, up to the export. */
  readonly study: readonly StoredEvent[]
  /** One negotiation; undefined where it has not begun. To be asked for in the order of the plan. */
  negotiation(id: string): Promise<Negotiation | undefined>
  /** What is left when every planned negotiation was asked for: passes over talks, and streams that no plan names. */
  rest(): AsyncIterable<Negotiation>
}

export interface Negotiation {
  readonly id: string
  /** Sealed fields are left out, but for those that are opened. */
  readonly stored: readonly StoredEvent[]
  /**
   * The text that came with a `call.answered`, by its number, where no reply was received after it. A text that
   * became a reply stands in the record itself.
   */
  unread(seq: number): string | undefined
}
