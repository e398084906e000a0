/**
 * The local server of the calls bench, in a process of its own so that its work is not counted: answers every POST
 * with one message, the same offer of concert tickets each time, at once or after a wait. Says its port to its
 * parent.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const waitMs = Number(process.argv[2] ?? 0)

const REPLY = JSON.stringify({
  model: 'claude-haiku-5-5',
  id: 'msg_01BenchBenchBenchBenchBe',
  type: 'message',
  role: 'assistant',
  content: [
    {
      type: 'text',
      text: JSON.stringify({
        action: 'OFFER',
        offer_id: null,
        terms: { unit_price_usd: 62, cancellation_fee_pct: 5, name_change_notice_hours: 4 },
        message:
          'We would like a block of 40 tickets and can go a little higher on the price if the fee is low. '.repeat(
            3,
          ),
      }),
    },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 1412,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: 129,
    service_tier: 'standard',
  },
})

const HEADERS = {
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(REPLY)),
  'request-id': 'req_011BenchBenchBenchBenchBe',
  'anthropic-organization-id': '00000000-0000-0000-0000-000000000000',
  'anthropic-ratelimit-requests-limit': '4000',
  'anthropic-ratelimit-requests-remaining': '3999',
  'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:00Z',
  'anthropic-ratelimit-input-tokens-limit': '400000',
  'anthropic-ratelimit-input-tokens-remaining': '399000',
  'anthropic-ratelimit-input-tokens-reset': '2026-01-01T00:00:00Z',
  'cf-cache-status': 'DYNAMIC',
  'x-robots-tag': 'none',
  server: 'bench',
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const answer = () => {
      response.writeHead(200, HEADERS)
      response.end(REPLY)
    }
    if (waitMs > 0) setTimeout(answer, waitMs)
    else answer()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', 4096, () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
