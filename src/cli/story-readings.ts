/** Readings along a talk as lines for a reader. That there is no reading is told as that, and not as a "no". */
import type { End } from '../protocols/contract.ts'
import { isObserver, readingNumber } from '../protocols/seats.ts'
import type { StoryAudit, StoryReading } from '../record/story.ts'
import { safeLine } from './text.ts'

export interface ReadingLine {
  readonly tone: 'yes' | 'no' | 'none' | 'due'
  readonly text: string
}

/** `Observer: agreed, integrative_full (confidence 0.9). This closes the talk.` */
export function readingLine(reading: StoryReading): ReadingLine {
  const { seat, said, type, missing, closes } = reading
  const who =
    isObserver(seat) && seat !== 'observer' ? `Observer, reading ${readingNumber(seat)}` : 'Observer'
  if (said === 'due') return { tone: 'due', text: `${who}: a reading is due` }
  if (said === 'none') return { tone: 'none', text: `${who}: no reading (${safeLine(missing ?? 'absent')})` }
  const kind = said === 'agreed' && type !== undefined ? `, ${safeLine(type)}` : ''
  const end = closes ? '. This closes the talk' : ''
  const text = `${who}: ${said === 'agreed' ? 'agreed' : 'not agreed'}${kind}${numbersText(reading)}${end}`
  return { tone: said === 'agreed' ? 'yes' : 'no', text }
}

/** The numbers that a reading reports: how sure it is, for one. */
function numbersText({ fields = {} }: StoryReading): string {
  const numbers = Object.entries(fields).filter(([, value]) => typeof value === 'number')
  return numbers.length === 0
    ? ''
    : ` (${numbers.map(([name, value]) => `${safeLine(name)} ${value}`).join(', ')})`
}

/** The words that a close reports, one line a field; empty ones and the kind itself are left out. */
export const wordLines = ({
  type,
  fields,
}: Pick<Extract<End, { kind: 'settled' }>, 'type' | 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && value !== type
      ? [`${safeLine(name)}: ${safeLine(value)}`]
      : [],
  )

/** What the readings after the close say of it. */
export function auditLine({ agreed, notAgreed, missing }: StoryAudit): string {
  const read = agreed + notAgreed
  const none = missing === 0 ? '' : `; of ${missing} there is no reading`
  return `Audit: the talk went on. Of ${read} later messages that were read, ${agreed} were read as agreed and ${notAgreed} as not agreed${none}.`
}
