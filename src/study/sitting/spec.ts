/** Who sits at a table, from what a person types or a page sends, to what the table's study.yaml says. */
import { parse } from 'yaml'
import { EXIT, type Problem, UserError } from '../../core/problem.ts'
import { PROVIDERS, type ProviderName } from '../../models/wire/contract.ts'
import { negotiatorSpec, observes, plays, scriptsFor } from '../../negotiators/registry.ts'
import { USUAL_PARAMS } from '../../negotiators/usual-params.ts'
import { meant } from '../../scenario/nearest.ts'
import type { WrittenSpec } from './folder.ts'

export interface SeatAsked {
  readonly text: string
  /** Where it was asked, for the problem that names it: an option, a field. */
  readonly where: string
  readonly protocol: string
  /** Whether it is the observer's seat. */
  readonly observer?: boolean
}

/**
 * Reads who sits at a seat: `person`, a script's name, `<provider>:<model>`, or a negotiator as a study.yaml has it
 * (`{ script: boulware, exponent: 0.1 }`). Throws a UserError where it is none of these or cannot play there.
 */
export function readSeat(asked: SeatAsked): WrittenSpec {
  const spec = writtenSpec(asked)
  const { text, where, protocol, observer } = asked
  const wrong = (told: Omit<Problem, 'file'>): never => {
    throw new UserError([{ file: where, ...told }], EXIT.usage)
  }
  const read = negotiatorSpec.safeParse(spec)
  if (!read.success) {
    const [first] = read.error.issues
    return wrong({
      message: first?.message ?? 'This is no negotiator.',
      path: first?.path.join('.') ?? '',
      found: text,
    })
  }
  if (observer ? observes(read.data) : plays(read.data, protocol)) return spec
  const names = scriptsFor(protocol)
  return wrong(
    observer
      ? {
          message: 'This negotiator cannot observe a talk.',
          found: text,
          expected: 'rule-observer or a model',
        }
      : {
          message: `This script cannot play ${protocol}.`,
          found: text,
          expected: `one of ${names.join(', ')}, or <provider>:<model>`,
        },
  )
}

function writtenSpec({ text, where }: SeatAsked): WrittenSpec {
  const typed = text.trim()
  if (typed.startsWith('{')) {
    try {
      const value = parse(typed) as unknown
      if (typeof value === 'object' && value !== null) return value as WrittenSpec
    } catch {
      // Told below.
    }
    const mend = 'write it as in a study.yaml: { script: boulware, exponent: 0.1 }'
    throw new UserError([{ file: where, message: 'This cannot be read.', found: typed, mend }], EXIT.usage)
  }
  if (typed === 'person') return { person: true }
  const [provider, model] = /^([a-z-]+):(.+)$/.exec(typed)?.slice(1) ?? []
  if (provider === undefined) return { script: typed }
  if (!(PROVIDERS as readonly string[]).includes(provider)) {
    const message = `There is no provider "${provider}".`
    const expected = `one of ${PROVIDERS.join(', ')}`
    throw new UserError(
      [{ file: where, message, found: typed, expected, mend: meant(provider, PROVIDERS) }],
      EXIT.usage,
    )
  }
  return { provider, model: model!, params: watched(provider as ProviderName) }
}

/** The usual params, and streamed, so that replies can be watched as they come. */
const watched = (provider: ProviderName): Readonly<Record<string, unknown>> => ({
  ...USUAL_PARAMS[provider],
  stream: true,
  ...(provider === 'openai-chat' ? { stream_options: { include_usage: true } } : {}),
})

/** Who sits against a person where nobody was named. */
export const usualOpponent = (protocol: string): string => {
  const usual: Readonly<Record<string, string>> = {
    'alternating-offers': 'frequency',
    'package-votes': 'acceptance',
    'free-talk': 'ask-purpose',
  }
  return usual[protocol] ?? scriptsFor(protocol)[0] ?? 'linear'
}
