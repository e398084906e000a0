/** One tiny call to a model, and how it is told: what was asked for, what came back, what it used. */
import type { Exchange, ModelClient } from '../models/exchange.ts'
import type { ServerSet } from '../models/keys.ts'
import { type AttemptCode, classify, decodedOf } from '../models/policy.ts'
import type { ModelPrompt, Usage } from '../models/wire/contract.ts'
import type { ModelSpec } from '../negotiators/registry.ts'
import { tierAsked } from '../record/call-settings.ts'
import { type Asked, checkMend } from './check-mend.ts'
import { safe, safeLine } from './text.ts'

/** The same where the shape of replies goes with requests, so that a shape that is refused shows. */
const SHAPED = {
  system: 'You are being checked. Answer with one JSON object of the shape that is asked for.',
  messages: [{ role: 'user' as const, content: 'Send any such object, with words as short as can be.' }],
}

/** Short to read and to answer; the study's params go with it, so that one that is refused shows. */
const PROMPT = {
  system: 'You are being checked. Answer in one word.',
  messages: [{ role: 'user' as const, content: 'Say ready.' }],
}

export interface ModelCheck {
  /** The negotiators of the study that are this model with these settings. */
  readonly negotiators: readonly string[]
  readonly provider: string
  /** The server that was asked, where it is another than the provider's own, and what names it. */
  readonly server?: ServerSet
  /** What the schema that went with the request is called; undefined where none did. */
  readonly schema?: string
  /** Whether the API answered as it does in a study; also where the answer was cut off or refused. */
  readonly ok: boolean
  readonly code: AttemptCode
  readonly status?: number
  /** The provider's own words, where it failed. */
  readonly message?: string
  /** What there is to do, where it failed. */
  readonly mend?: string
  readonly text?: string
  /** `answered`: what the provider says it used; undefined where it does not say. */
  readonly model: { readonly asked: string; readonly answered?: string }
  readonly tier: { readonly asked?: string; readonly answered?: string }
  readonly firstByteMs?: number
  readonly totalMs: number
  readonly usage?: Usage
  /** Of the response, as its body names it. */
  readonly id?: string
  /** Request ids, rate limits, and what else of the headers is kept. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Makes the call, once. `schema`: what goes with the study's requests. `redact` blanks keys in whatever is said.
 * `where`: what a person may have to mend.
 */
export async function checkModel(
  negotiators: readonly string[],
  spec: ModelSpec,
  client: ModelClient,
  timeoutMs: number,
  schema: ModelPrompt['schema'],
  redact: (text: string) => string,
  where: Asked = {},
): Promise<ModelCheck> {
  const { provider, model, params } = spec
  const settings = { model, ...(params && { params }) }
  const request = client.wire.request(schema ? { ...SHAPED, schema } : PROMPT, settings)
  const exchange = await client.send(request, JSON.stringify(request.body), { timeoutMs })
  const decoded = decodedOf(exchange, client.wire.decode)
  const { class: kind, code } = classify(exchange, decoded)
  const answer = decoded?.kind === 'answer' ? decoded : undefined
  const told =
    decoded?.kind === 'failure' ? decoded.message : (answer?.explanation ?? exchange.failure?.message)
  const asked = tierAsked(params)
  const ok = kind === 'answered' || (answer !== undefined && kind === 'outcome')
  const mend = ok ? undefined : checkMend(code, where)
  return {
    ...{
      negotiators,
      provider,
      ...(schema ? { schema: schema.name } : {}),
      ok,
      code,
    },
    ...(where.server && { server: { ...where.server, url: redact(where.server.url) } }),
    ...(exchange.received && { status: exchange.received.status }),
    ...(told !== undefined && { message: redact(told) }),
    ...(mend !== undefined && { mend }),
    ...(answer && { text: redact(answer.text), usage: answer.usage }),
    model: { asked: model, ...(answer?.model !== undefined && { answered: answer.model }) },
    tier: {
      ...(asked !== undefined && { asked }),
      ...(answer?.tier !== undefined && { answered: answer.tier }),
    },
    ...(exchange.firstByteMs !== undefined && { firstByteMs: Math.round(exchange.firstByteMs) }),
    totalMs: Math.round(exchange.totalMs),
    ...(answer?.id !== undefined && { id: answer.id }),
    headers: mapped(exchange, redact),
  }
}

const mapped = ({ kept }: Exchange, redact: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, redact(value)]))

/** A check in a few lines. */
export function checkText(check: ModelCheck): string {
  const { negotiators, provider, model, tier, ok, code, status, totalMs, firstByteMs } = check
  const how = status === undefined ? code : `${code} (HTTP ${status})`
  const first = firstByteMs === undefined ? '' : `, first byte after ${firstByteMs} ms`
  const rows: (readonly [string, string | undefined])[] = [
    [ok ? 'answer' : 'failed', ok && code === 'answered' ? undefined : how],
    ['says', check.message],
    ['server', check.server && `${check.server.url} (${check.server.by})`],
    ['to mend', check.mend],
    ['schema', schemaText(check)],
    ['text', check.text === undefined ? undefined : JSON.stringify(check.text.slice(0, 200))],
    ['model', ok ? difference(model.asked, model.answered) : undefined],
    ['tier', ok && (tier.asked ?? tier.answered) ? tierText(tier) : undefined],
    ['took', `${totalMs} ms${first}`],
    ['used', check.usage && usageText(check.usage)],
    ['reply', check.id],
    ...Object.entries(check.headers)
      .filter(([name]) => name !== 'content-type' && name !== 'date')
      .map(([name, value]) => ['header', `${name}: ${value}`] as const),
  ]
  const lines = rows.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name.padEnd(7)} ${safe(text).replaceAll('\n', `\n${' '.repeat(10)}`)}`],
  )
  const title = `${ok ? 'works' : 'FAILS'}: ${negotiators.join(', ')} (${provider} ${model.asked})`
  return [safeLine(title), ...lines].join('\n')
}

function schemaText({ schema, ok, code }: ModelCheck): string | undefined {
  if (schema === undefined) return undefined
  const sent = `that of a ${schema} went with the request`
  if (ok) return sent
  return code === 'bad-request' ? `${sent}; if that is what is refused: structured: false` : undefined
}

const tierText = ({ asked = 'none', answered }: ModelCheck['tier']): string => difference(asked, answered)

function difference(asked: string, answered: string | undefined): string {
  if (answered === undefined) return `${asked} asked for; the provider does not say which it used`
  return asked === answered ? asked : `${asked} asked for, ${answered} used`
}

const WORDS: readonly (readonly [keyof Usage, string])[] = [
  ['input', 'input'],
  ['cacheRead', 'read from a cache'],
  ['cacheWrite', 'written to a cache'],
  ['cacheWriteLong', 'written to a longer cache'],
  ['output', 'output'],
  ['thinking', 'of it thinking'],
]

function usageText(usage: Usage): string {
  const counts = WORDS.flatMap(([name, words]) =>
    usage[name] === undefined ? [] : [`${usage[name]} ${words}`],
  )
  return counts.length === 0 ? 'tokens unknown' : `tokens: ${counts.join(', ')}`
}
