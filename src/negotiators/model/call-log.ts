/** How a model negotiator writes its calls down: each attempt before it is sent, and what became of it. */
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Exchange } from '../../models/exchange.ts'
import { splitHeaders } from '../../models/headers.ts'
import type { Verdict } from '../../models/policy.ts'
import type { Elsewhere } from '../../models/servers.ts'
import type { Answer, Failure, WireRequest } from '../../models/wire/contract.ts'
import { tierAsked } from '../../record/call-settings.ts'
import { deltaText, makeDelta } from '../../record/delta.ts'
import type { CallFailed, CallPlace, ResponseRecord } from '../../record/events.ts'
import type { Desk } from '../contract.ts'
import type { ModelSpec } from '../model-spec.ts'

type Sealed = Record<string, string>

/** Whom a seat calls. */
export interface Called {
  readonly spec: ModelSpec
  readonly elsewhere?: Elsewhere | undefined
}

export class CallLog {
  readonly #desk: Desk | undefined
  readonly #spec: ModelSpec
  readonly #tier: string | undefined
  readonly #elsewhere: Elsewhere | undefined
  #body: string

  /** `body`: the one that this seat sent last, empty before its first. Without a desk nothing is written. */
  constructor(desk: Desk | undefined, { spec, elsewhere }: Called, body: string) {
    this.#desk = desk
    this.#spec = spec
    this.#tier = tierAsked(spec.params)
    this.#elsewhere = elsewhere
    this.#body = body
  }

  /** Durable when it returns: only then may the bytes leave. */
  async sent(place: CallPlace, { path }: WireRequest, body: string, bytes: number): Promise<void> {
    const request = deltaText(makeDelta(this.#body, body))
    this.#body = body
    if (!this.#desk) return
    const { provider, model } = this.#spec
    const tier = this.#tier === undefined ? {} : { tier: this.#tier }
    const sha256 = hash('sha256', body)
    const other = this.#elsewhere === undefined ? {} : { elsewhere: this.#elsewhere.by }
    const event = {
      type: 'call.sent',
      ...place,
      ...{ provider, model, ...tier, ...other, path, bytes, sha256 },
    } as const
    this.#desk.record(event, { request, ...(this.#elsewhere ? { server: this.#elsewhere.origin } : {}) })
    await this.#desk.commit()
  }

  answered(place: CallPlace, exchange: Exchange, answer: Answer): void {
    const { response, sealed } = responseOf(exchange)
    const { stop, stopRaw, usage, model, tier, id } = answer
    this.#desk?.record(
      {
        type: 'call.answered',
        ...place,
        ...response!,
        ...{ stop, ...(stopRaw === undefined ? {} : { stopRaw }), usage },
        ...(model === undefined ? {} : { model }),
        ...(tier === undefined ? {} : { tier }),
        ...times(exchange),
      },
      { ...sealed, ...(id === undefined ? {} : { id }) },
    )
    this.#commitSoon()
  }

  /** `waitMs`: until the next attempt, where there is to be one. `failure`: undefined where no response began. */
  failed(
    place: CallPlace,
    exchange: Exchange,
    failure: Failure | undefined,
    verdict: Verdict,
    waitMs: number | undefined,
  ): void {
    const { response, sealed } = responseOf(exchange)
    const code = failure?.code ?? exchange.failure?.code
    const usage = failure?.partial?.usage
    this.#desk?.record(
      {
        type: 'call.failed',
        ...place,
        ...response,
        failure: verdict.code as CallFailed['failure'],
        ...(code === undefined ? {} : { code }),
        lost: verdict.class === 'lost-reply',
        ...(usage ? { usage } : {}),
        ...times(exchange),
        ...(waitMs === undefined ? {} : { waitMs: rounded(waitMs) }),
      },
      { message: failure?.message ?? exchange.failure?.message ?? '', ...sealed },
    )
    this.#commitSoon()
  }

  lost(place: CallPlace): void {
    this.#desk?.record({ type: 'call.lost', ...place })
    this.#commitSoon()
  }

  /**
   * What was paid for must not be lost, and nothing waits for it: the next request's commit takes it along. Where
   * the record cannot be written, that one says so.
   */
  #commitSoon(): void {
    this.#desk?.commit().catch(() => undefined)
  }
}

function responseOf(exchange: Exchange): { response?: ResponseRecord; sealed: Sealed } {
  const { received, redacted } = exchange
  if (!received) return { sealed: {} }
  const { status, headers, body, ended } = received
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const encoding = isUtf8(buffer) ? 'utf-8' : 'base64'
  const { open, sealed } = splitHeaders(headers)
  const hidden: Sealed = Object.keys(sealed).length > 0 ? { headers: JSON.stringify(sealed) } : {}
  return {
    response: { status, headers: open, complete: ended, encoding, ...(redacted ? { redacted } : {}) },
    sealed: { response: buffer.toString(encoding), ...hidden },
  }
}

const times = ({ firstByteMs, totalMs }: Exchange) => ({
  ...(firstByteMs === undefined ? {} : { firstByteMs: rounded(firstByteMs) }),
  totalMs: rounded(totalMs),
})

/** To a tenth of a millisecond: more is noise. */
const rounded = (ms: number): number => Math.round(ms * 10) / 10
