/** Caps on money and tokens, as a whole: studies over a real local server that bills as much as it may. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT, UserError } from '../src/core/problem.ts'
import { parseRational, type Rational, rational } from '../src/core/rational.ts'
import { shellWord } from '../src/core/shell-word.ts'
import { negotiatorSpec } from '../src/negotiators/registry.ts'
import { openReader } from '../src/store/index.ts'
import type { Caps } from '../src/study/budget.ts'
import { loadStudy } from '../src/study/load.ts'
import { makePlan, type Plan } from '../src/study/plan.ts'
import { makePricer } from '../src/study/pricing.ts'
import { playedSoFar } from '../src/study/read-spending.ts'
import type { RunSummary } from '../src/study/run.ts'
import { sumUp } from '../src/study/spending.ts'
import { parley, ROOT } from './run-parley.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import { accept, message, modelStudy, offer, runModels } from './support/model-study.ts'

const MAX = 500
const pricer = makePricer()

let server: ModelServer
/** Dollars that the server has billed, by the price list: 4 a million of input, 20 of output. */
let billed: Rational = rational(0)
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const PART = rational(1, 1_000_000)

/** Makes the server answer, and bill: every byte as a token, and as much output as is allowed. */
function greedy(
  reply: (body: string) => string,
  { lose = () => false, delayMs = 0 }: { lose?: () => boolean; delayMs?: number } = {},
): void {
  billed = rational(0)
  server.answer(async (response, request) => {
    const input_tokens = Buffer.byteLength(request.body)
    billed = billed.add(rational(4 * input_tokens + 20 * MAX).mul(PART))
    if (delayMs > 0) await sleep(delayMs)
    if (lose()) return response.socket?.resetAndDestroy()
    const cache = { cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
    const usage = { input_tokens, output_tokens: MAX, ...cache, service_tier: 'standard' }
    return whole(message(reply(request.body), { usage }))(response, request)
  })
}

/** Offers until the last turn, and never agrees. */
const endless = (body: string): string =>
  body.includes('final reply') || !body.includes('OFFER')
    ? JSON.stringify({ action: 'END', offer_id: null, terms: null, message: 'No.' })
    : offer(3, 'friday')

const left = ({ planned, closed }: RunSummary): number => planned - closed
const usd = (text: string): Rational => parseRational(text)!
const plan = async (folder: string): Promise<Plan> => {
  const study = await loadStudy(folder)
  return makePlan(study, pricer, await playedSoFar(study.record, pricer))
}
const capped = (folder: string, caps: Caps, more: object = {}) =>
  runModels(folder, server.url, { caps, pricer, ...more })

test('a cap is never passed, however many calls are in flight', async () => {
  for (const concurrency of [1, 8]) {
    const folder = modelStudy({ repetitions: 8 })
    greedy(endless)
    const cost = usd('0.30')
    const summary = await capped(folder, { cost, anywhere: true }, { concurrency })
    expect(summary.ended).toBe('halted')
    expect(summary.halts[0]).toMatchObject({ code: 'budget', scope: 'study' })
    expect(billed.compare(cost)).toBeLessThanOrEqual(0)
    // Not for nothing: another call at its worst would not have fitted.
    expect(cost.sub(billed).compare(usd('0.04'))).toBeLessThan(0)
    const spent = sumUp((await playedSoFar(`${folder}/record.sqlite`, pricer)).flatMap((one) => one.spent))
    expect(spent.cost.usd!.equals(billed)).toBe(true)
  }
})

test('a stop falls between blocks, and the next run goes on', async () => {
  const folder = modelStudy({ repetitions: 7 })
  const whole = await plan(folder)
  // Room for two blocks and a bit at their worst.
  const cost = whole.block.usd!.most!.mul(rational(22, 10))
  greedy(endless)
  const first = await capped(folder, { cost }, { concurrency: 4 })
  expect(first.ended).toBe('halted')
  const reader = await openReader(`${folder}/record.sqlite`)
  const begun = (await reader.streams()).filter(({ stream }) => stream !== 'study')
  await reader.close()
  // What was begun was ended.
  expect(begun).toHaveLength(first.closed)
  expect(first.closed).toBeGreaterThanOrEqual(2)
  expect(left(first)).toBeGreaterThan(0)
  expect(first.halts[0]!.detail).toMatch(
    /^spent \$\d\.\d+ of \$\d.*, left \$\d.*; block \d could still use \$\d.* at worst$/,
  )
  // The same cap leaves no room for more; a higher one does, and counts what was spent before.
  const asked = server.seen.length
  const again = await capped(folder, { cost })
  expect(again).toMatchObject({ ended: 'halted', closed: first.closed })
  expect(server.seen.length).toBe(asked)
  const { safe } = await plan(folder)
  expect(await capped(folder, { cost: safe.usd! })).toMatchObject({ ended: 'complete', closed: 7 })
})

test('a cap on tokens needs no price', async () => {
  const spec = `base_url: "${server.url}", params: { max_tokens: ${MAX} }`
  const folder = modelStudy({ repetitions: 3, spec })
  greedy(endless)
  const { block } = await plan(folder)
  expect(block.usd).toBeUndefined()
  const tokens = block.input.most! + block.output.most!
  const summary = await capped(folder, { tokens })
  expect(summary).toMatchObject({ ended: 'halted', closed: 1 })
  expect(summary.halts[0]!.detail).toMatch(/^spent [\d,]+ tokens of [\d,]+ tokens, left/)
})

test('a cap on the cost refuses to start where a price is not known, before anything is written', async () => {
  const folder = modelStudy({ spec: 'base_url: "http://127.0.0.1:9/", params: { max_tokens: 500 }' })
  const before = server.seen.length
  const refused = await capped(folder, { cost: usd('5') }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UserError)
  const [problem] = (refused as UserError).problems
  expect(problem!.message).toMatch(
    /price of m \(claude-opus-5-5\) is not known, since it is called at a server of its own/,
  )
  expect(problem!.mend).toMatch(/--prices/)
  expect(server.seen.length).toBe(before)
  expect(await playedSoFar(`${folder}/record.sqlite`, pricer)).toEqual([])
  const endlessly = modelStudy({ provider: 'openai', spec: 'price: { input: 1, output: 2 }' })
  await expect(capped(endlessly, { tokens: 1e9 })).rejects.toThrow(/nothing limits a reply/)
})

test('calls without an answer count at their worst', async () => {
  const folder = modelStudy({ calls: '{ lost_replies: redraw, attempts: 1 }' })
  greedy(endless, { lose: () => true })
  await capped(folder, { cost: usd('1') })
  const study = await loadStudy(folder)
  const spent = sumUp((await playedSoFar(study.record, pricer)).flatMap((one) => one.spent))
  expect(spent).toMatchObject({ answered: 0, unanswered: 1, attempts: 1 })
  expect(spent.cost.usd).toBeUndefined()
  // At least what was billed, and no less than every byte and all the output.
  expect(spent.most.usd!.compare(billed)).toBeGreaterThanOrEqual(0)
  expect(spent.most.tokens).toBeGreaterThan(MAX)
  // A cap that only this attempt's worst case fits under lets nothing more be sent.
  const before = server.seen.length
  const summary = await capped(folder, { cost: spent.most.usd!, anywhere: true })
  expect(summary.ended).toBe('halted')
  expect(server.seen.length).toBe(before)
})

test('a plan’s range holds what was really used', async () => {
  const folder = modelStudy({ repetitions: 3 })
  const { total, likely } = await plan(folder)
  expect(likely).toBeUndefined()
  const hold = async (reply: (body: string) => string) => {
    const own = modelStudy({ repetitions: 3 })
    greedy(reply)
    await runModels(own, server.url)
    const used = sumUp((await playedSoFar(`${own}/record.sqlite`, pricer)).flatMap((one) => one.spent))
    const { kinds } = used.tokens
    expect(used.attempts).toBeGreaterThanOrEqual(total.calls.least)
    expect(used.attempts).toBeLessThanOrEqual(total.calls.most!)
    expect(kinds.input!).toBeGreaterThanOrEqual(total.input.least)
    expect(kinds.input!).toBeLessThanOrEqual(total.input.most!)
    expect(kinds.output!).toBeGreaterThanOrEqual(total.output.least)
    expect(kinds.output!).toBeLessThanOrEqual(total.output.most!)
    expect(used.cost.usd!.compare(total.usd!.least)).toBeGreaterThan(0)
    expect(used.cost.usd!.compare(total.usd!.most!)).toBeLessThanOrEqual(0)
    return used.attempts
  }
  // As long as it can get: offers to the last turn and a faulty reply before each.
  const words = Array.from({ length: 80 }, () => 'w'.repeat(9)).join(' ')
  expect(await hold((body) => (body.includes('Sorry') ? offer(3, 'tuesday', words) : 'Sorry?'))).toBe(
    total.calls.most,
  )
  // As short as it can get.
  expect(await hold((body) => (body.includes('O1') ? accept('O1') : offer(5, 'monday')))).toBe(
    total.calls.least,
  )
})

test('with a record of finished negotiations a plan says what is likely', async () => {
  const folder = modelStudy({ repetitions: 4 })
  const whole = await plan(folder)
  greedy((body) => (body.includes('O1') ? accept('O1') : offer(5, 'monday')))
  await capped(folder, { cost: whole.block.usd!.most!.mul(rational(11, 10)) })
  const rest = await plan(folder)
  expect(rest.closed).toBeGreaterThan(0)
  expect(rest.likely).toMatchObject({ from: rest.closed, calls: 2 * rest.left })
  expect(rest.likely!.cost.usd!.equals(rest.spent.cost.usd!.mul(rational(rest.left, rest.closed)))).toBe(true)
  expect(negotiatorSpec.safeParse(rest.models[0]!.spec).success).toBe(true)
})

/** `parley run` in a process of its own, killed while its so manieth call is in flight unless it ends before. */
function runAndKill(folder: string, args: readonly string[], calls: number): Promise<number | null> {
  const env = { ...process.env, ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: server.url }
  const child = spawn(process.execPath, [`${ROOT}/bin/parley.js`, 'run', folder, '-q', ...args], { env })
  const from = server.seen.length
  const timer = setInterval(() => {
    if (server.seen.length - from >= calls) child.kill('SIGKILL')
  }, 1)
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearInterval(timer)
      resolve(code)
    }),
  )
}

test('however often a run is killed, all runs together stay under the cap', async () => {
  const folder = modelStudy({ repetitions: 60, calls: '{ lost_replies: redraw }' })
  greedy(endless, { delayMs: 30 })
  const cost = usd('2')
  const args = ['--max-cost', '2', '--stop-anywhere', '--at-once', '8']
  let code: number | null = null
  let kills = 0
  while (code === null && kills < 40) {
    code = await runAndKill(folder, args, 3 + 2 * kills)
    if (code === null) kills++
    expect(billed.compare(cost)).toBeLessThanOrEqual(0)
    const record = await playedSoFar(`${folder}/record.sqlite`, pricer)
    const { most } = sumUp(record.flatMap((one) => one.spent))
    // The record never thinks that less was billed than was.
    expect(most.usd!.compare(billed)).toBeGreaterThanOrEqual(0)
    expect(most.usd!.compare(cost)).toBeLessThanOrEqual(0)
  }
  expect(code).toBe(EXIT.halted)
  expect(kills).toBeGreaterThan(0)
})

test('the command line: a wrong cap, an unknown price, and what a stop says', async () => {
  const folder = modelStudy({ repetitions: 2 })
  const run = (...args: string[]) =>
    parley(['run', folder, '-q', ...args], { env: { ANTHROPIC_API_KEY: 'none' } })
  expect(run('--max-cost', 'much')).toMatchObject({ code: EXIT.usage })
  expect(run('--max-cost', 'much').err).toMatch(/amount of US dollars/)
  const own = modelStudy({ spec: 'base_url: "http://127.0.0.1:9/", params: { max_tokens: 500 }' })
  const refused = parley(['run', own, '-q', '--max-cost', '5'])
  expect(refused).toMatchObject({ code: EXIT.invalid })
  expect(refused.err).toMatch(/m \(claude-opus-5-5\) is not known/)
  const halted = parley(['run', folder, '-q', '--dry-run', '--max-cost', '0.01'])
  expect(halted.code).toBe(EXIT.halted)
  expect(halted.err.replace(/\s+/g, ' ')).toMatch(
    /might pass the cap.*spent \$0 of \$0\.0100.*block 1 could still use \$0\.\d+ at worst/,
  )
  const status = parley(['status', join(folder, 'dry-run.sqlite')]).out
  expect(status).toMatch(/halted\. Go on with: .* with a higher cap/)
  expect(status).toMatch(/waits +The study was halted \(budget\): .* Raise the cap\./)
  const short = parley(['run', folder, '-q', '--max-cost', '0.01', '--at-once', '2'], {
    env: { ANTHROPIC_API_KEY: 'none' },
  })
  expect(short.code).toBe(EXIT.halted)
  expect(short.err).toContain(
    `Go on with a higher cap: parley run ${shellWord(folder)} --at-once 2 --max-cost <usd>`,
  )
  const planned = parley(['plan', folder])
  expect(planned.code).toBe(0)
  expect(planned.out).toMatch(/--max-cost \d+\.\d\d/)
  const data = JSON.parse(parley(['plan', folder, '--json']).out) as Record<string, never>
  expect(data).toMatchObject({
    planned: 2,
    left: 2,
    calls: { least: 4 },
    models: [{ negotiator: 'm', price: { input: '4' } }],
  })
})

test('a plan’s range holds what a dry run of the shipped study used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-plan-'))
  const text = readFileSync(join(ROOT, 'studies/concert-models/study.yaml'), 'utf8')
  writeFileSync(join(folder, 'study.yaml'), text.replace('../../scenarios', join(ROOT, 'scenarios')))
  interface Range {
    readonly least: number
    readonly most: number
  }
  const plan = JSON.parse(parley(['plan', folder, '--json']).out) as {
    calls: Range
    tokens: { input: Range; output: Range }
    usd: { least: string; most: string }
    safeCap: { usd: string }
  }
  const ran = parley(['run', folder, '--dry-run', '--json', '--max-cost', plan.safeCap.usd])
  expect(ran.code).toBe(0)
  const { spending } = JSON.parse(ran.out) as {
    spending: { attempts: number; tokens: { input: number; output: number }; cost: Record<string, string> }
  }
  const holds = ({ least, most }: Range, used: number): void => {
    expect(used).toBeGreaterThanOrEqual(least)
    expect(used).toBeLessThanOrEqual(most)
  }
  holds(plan.calls, spending.attempts)
  holds(plan.tokens.input, spending.tokens.input)
  holds(plan.tokens.output, spending.tokens.output)
  expect(usd(spending.cost.atLeast!).compare(usd(plan.usd.least))).toBeGreaterThan(0)
  expect(usd(spending.cost.atMost!).compare(usd(plan.usd.most))).toBeLessThan(0)
  rmSync(folder, { recursive: true })
})
