/**
 * The pure rooms run in a browser: bundled without any Node module, loaded where nothing of Node exists and
 * neither chance nor a locale nor the clock answers, they do exactly what they do here.
 */
import { readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOMS, TESTS } from '../scripts/rooms.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PURE = Object.values(ROOMS).filter(({ packages }) => packages !== 'declared')

/** Every file of the pure rooms but their tests, by its path under src/. */
const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !TESTS.test(path))
  .filter((path) => PURE.includes(Object.values(ROOMS).find((room) => room.files.test(path))!))

const ENTRY = 'virtual:pure-rooms'

/** Bundles a source that may import the pure rooms. Rejects as soon as anything asks for a module of Node. */
async function bundle(source: string): Promise<string> {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: { entry: ENTRY, formats: ['iife'], name: 'pure' },
    },
    plugins: [
      {
        name: 'nothing-of-node',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id.endsWith(ENTRY)) return ENTRY
          if (isBuiltin(id)) throw new Error(`${importer} imports ${id}, which no browser has`)
          return undefined
        },
        load: (id) => (id === ENTRY ? source : undefined),
      },
    ],
  })) as Rolldown.RolldownOutput[]
  return result[0]!.output[0].code
}

// biome-ignore lint/suspicious/noExplicitAny: the modules come from two worlds; `drive` uses them as they are.
type Modules = Record<string, any>

/**
 * Globals that every browser has and that the pure rooms' libraries ask for. The clock stands still: liquidjs
 * reads it for a limit on time, which is left off, so that no template depends on how fast a machine is.
 */
const WEB = { TextEncoder, window: { performance: { now: () => 0 } } }

const FORBIDDEN = `
  const refuse = (name) => () => { throw new Error(name + ' was used') }
  Math.random = refuse('Math.random')
  Date.now = refuse('Date.now')
  for (const name of ['toLocaleString', 'toLocaleUpperCase', 'toLocaleLowerCase', 'localeCompare'])
    for (const { prototype } of [String, Number, Array, Date, Object, BigInt])
      if (Object.hasOwn(prototype, name)) Object.defineProperty(prototype, name, { value: refuse(name) })
  globalThis.Date = new Proxy(Date, { construct: refuse('new Date'), apply: refuse('Date()') })
  delete globalThis.Intl
`

async function inBareContext(code: string): Promise<Modules> {
  const context = createContext({ ...WEB })
  const globals = runInContext('typeof process + typeof require + typeof Buffer + typeof console', context)
  expect(globals).not.toContain('function')
  runInContext(FORBIDDEN, context)
  return runInContext(`${code}\n;pure`, context) as Modules
}

const PACK = {
  'scenario.yaml': `format: 1
id: bicycle
title: A used bicycle
situation: A seller has a bicycle that a buyer wants.
issues:
  - { id: price, type: number, min: 60, max: 100, decimals: 2, describe: the price }
  - { id: delivery, type: choice, options: [early, late], describe: when it is handed over }
parties:
  - { id: buyer, label: Buyer, name: Kit, about: wants it, reservation: 20, points: { price: { 60: 80, 100: 0 }, delivery: { early: 20, late: 0.125 } } }
  - { id: seller, label: Seller, name: Noor, about: has it, reservation: 20, points: { price: { 60: 0, 100: 80 }, delivery: { early: 0, late: 10 } } }
protocol: { type: alternating-offers, turns: 6 }
`,
}

/** A pack is read, its prompts rendered, a negotiation played by chance, and its record chained and replayed. */
function drive(modules: Modules): Record<string, unknown> {
  const { randomOf } = modules['core/random.ts']
  const { exactText } = modules['core/rational.ts']
  const { readReply } = modules['protocols/read.ts']
  const { repairText } = modules['protocols/faults.ts']
  const { GENESIS, sealEvent, openEvent, checkChain } = modules['record/chain.ts']
  const { sha256 } = modules['record/hash.ts']
  const { scenario, problems } = modules['scenario/pack.ts'].parsePack(PACK)
  if (!scenario) throw new Error(JSON.stringify(problems))
  const game = modules['scenario/game.ts'].makeGame(scenario)
  const renderer = modules['scenario/render.ts'].makeRenderer(scenario)
  const { protocol } = game
  const random = randomOf('browser')
  const texts: string[] = []
  const prompts: unknown[] = []
  const events: unknown[] = []
  const record = (event: object): void =>
    void events.push({ seq: events.length, at: '2026-01-01T00:00:00.000Z', ...event })
  record({
    type: 'negotiation.started',
    format: modules['record/events.ts'].FORMAT,
    study: 'browser',
    negotiation: 'n1',
    scenario: modules['record/scenario-hash.ts'].scenarioHash(scenario),
    protocol: protocol.name,
    version: protocol.version,
    opener: game.opener,
    seats: { buyer: 'chance', seller: 'chance' },
    seed: 'browser',
  })
  let state = protocol.start(game.config)
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) break
    const view = protocol.view(state, seat)
    prompts.push(renderer.prompt(seat, view, texts.at(-1)))
    const { count, at } = protocol.actions(view)
    const move = at(BigInt(random.int(0, Number(count) - 1)))
    const text =
      texts.length === 2
        ? 'Let me think.'
        : protocol.format({ ...move, message: `Move ${texts.length}.` }, view)
    texts.push(text)
    const read = readReply(text)
    const checked = read.ok ? protocol.check(read.value, view) : read
    state = checked.ok
      ? protocol.apply(state, seat, checked.submission)
      : protocol.fault(state, seat, checked.fault)
    const reply = { type: 'reply.received', seat, turn: view.turn, repair: view.repair, text }
    const label = checked.ok && modules['record/read.ts'].submissionLabel(state)
    record(
      checked.ok
        ? { ...reply, read: label }
        : { ...reply, fault: checked.fault, told: repairText(checked.fault) },
    )
  }
  const stored: { hash: string }[] = []
  for (const event of events) stored.push(sealEvent(event, stored.at(-1)?.hash ?? GENESIS, sha256))
  const opened = stored.map((each) => openEvent(each).event)
  const replayed = modules['record/replay.ts'].replayNegotiation(opened, game)
  return {
    problems,
    prompts,
    texts,
    chain: checkChain(stored, sha256) ?? 'whole',
    head: stored.at(-1)!.hash,
    differences: replayed.differences,
    end: replayed.end,
    points: Object.entries(replayed.points ?? {}).map(([party, value]) => [party, exactText(value)]),
  }
}

describe('the pure rooms', () => {
  let here: Modules
  let there: Modules

  beforeAll(async () => {
    const names = files.map((path, k) => `import * as m${k} from ${JSON.stringify(`${root}src/${path}`)}`)
    const list = files.map((path, k) => `${JSON.stringify(path)}: m${k}`)
    there = await inBareContext(await bundle(`${names.join('\n')}\nexport default { ${list.join(', ')} }`))
    const imported = files.map(async (path) => [path, await import(`${root}src/${path}`)] as const)
    here = Object.fromEntries(await Promise.all(imported))
  })

  test('load without Node, every file of them', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(Object.keys(there).sort()).toEqual([...files].sort())
  })

  test('read a pack, render, play, chain and replay exactly as here', () => {
    const found = drive(there)
    expect(JSON.stringify(found, null, 1)).toBe(JSON.stringify(drive(here), null, 1))
    expect(found).toMatchObject({ problems: [], differences: [], chain: 'whole' })
    expect((found.texts as string[]).length).toBeGreaterThan(3)
  })
})

describe('the check itself', () => {
  test('fails where anything of Node is pulled in', async () => {
    const source = `import { readPack } from ${JSON.stringify(`${root}src/scenario/folder.ts`)}\nexport default readPack`
    await expect(bundle(source)).rejects.toThrow(/imports node:.*, which no browser has/)
  })

  test.each([
    'Date.now()',
    'new Date()',
    'Math.random()',
    '(1).toLocaleString()',
    'Intl.NumberFormat',
    'process.env',
  ])('fails where %s is used', async (code) => {
    await expect(bundle(`export default ${code}`).then(inBareContext)).rejects.toThrow(
      /was used|is not defined/,
    )
  })
})
