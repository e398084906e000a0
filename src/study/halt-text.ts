/** What a halted run waits for, and what ends the wait: in the same words at its end, in a status and in a report. */
import type { RunHaltRecord } from '../record/events.ts'

/** How a study goes on that had to be changed: what has begun cannot be played to its end in two ways. */
const AMEND =
  'A study that is changed for it goes on after parley amend <study> --reason "…" --interrupt, which notes the change and ends the negotiations that have begun, their outcomes unknown; or play a copy of it without its record, under an id of its own.'

/** Codes of a halt: what happened, and what there is to do before the study goes on. */
const WORDS: Readonly<Record<string, readonly [happened: string, mend: string]>> = {
  budget: ['what comes next might pass the cap', 'Raise the cap.'],
  authentication: ['the provider does not accept the key', 'Set a key that it accepts.'],
  'no-quota': ['there is no credit, or no quota', 'Add credit, or wait for the quota.'],
  'unknown-model': [
    'the provider does not know the model, or this key may not use it',
    `Get access for the key, or correct the name; or the base URL, where one is set. ${AMEND}`,
  ],
  'bad-request': [
    'the provider refuses the request as it is',
    `Correct the negotiator's params; where it is the schema of replies that is refused, set structured: false at the negotiator. Try it: parley models check <study>. ${AMEND}`,
  ],
  'attempts-spent': [
    'no attempt brought a reply',
    'Wait until the provider answers again; where it could not be reached, see to the network, or to the base URL where one is set.',
  ],
  'call-deadline': ['no reply came within call_seconds', 'Wait until the provider answers again.'],
  'study-deadline': ['study_seconds are used up', 'Each run has this time anew.'],
}

/** What was halted, why, and what it left: one sentence or two. */
export function haltText({ code, scope, negotiator, model, negotiations }: RunHaltRecord): string {
  const who = scope === 'study' ? 'The study' : `${negotiator}${model === undefined ? '' : ` (${model})`}`
  const list = negotiations.length <= 3 ? `: ${negotiations.join(', ')}` : ''
  const many = `${negotiations.length} negotiation${negotiations.length === 1 ? '' : 's'}`
  return `${who} was halted (${code}): ${WORDS[code]?.[0] ?? code}. It left ${many}${list}.`
}

/** What to do before going on; undefined for a code that is not known here. */
export const haltMend = (code: string): string | undefined => WORDS[code]?.[1]

/** The same for a pass over talks that are finished: other settings are another pass, and nothing has to be amended. */
export const passMend = (code: string): string | undefined =>
  haltMend(code)?.replace(
    AMEND,
    'Settings that are changed for it, best in a file (--file), make a pass of their own; the talks stay as they are.',
  )

/** Both, as one text for a reader of a status or a report. */
export function haltNote(halt: RunHaltRecord): string {
  const mend = haltMend(halt.code)
  return `${haltText(halt)}${mend === undefined ? '' : ` ${mend}`}`
}
