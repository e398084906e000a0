/** Models that read talks later, and answers of those who talked: each request and response is a click away. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallBytes, CallData, NegotiationPage } from '../../src/pages/types.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { parley, ROOT } from '../run-parley.ts'
import { get, playModels, serveHome } from '../support/serving.ts'
import { talkHome, talkStudy } from '../support/talk-study.ts'

const STUDY = 'read-again'
const home = talkHome()
const study = talkStudy(
  home,
  STUDY,
  `negotiators:
  m: { provider: anthropic, model: claude-haiku-4-5, params: { max_tokens: 900 } }
observer: m
pairings: { both: { a: m, b: m } }
opener: [a]
repetitions: 2
`,
)
const site = join(home, 'site')
let stub: ChildProcess
let serving: Serving

beforeAll(async () => {
  playModels(study)
  const orange = join(home, 'scenarios', 'orange')
  stub = spawn(process.execPath, [`${ROOT}/bin/parley.js`, 'stub-server', '--json', '--scenario', orange])
  const [line] = (await once(createInterface(stub.stdout!), 'line')) as [string]
  const env = { ...(JSON.parse(line) as { env: NodeJS.ProcessEnv }).env, ANTHROPIC_API_KEY: 'none' }
  for (const command of [
    ['observe', study, '--with', 'm'],
    ['probe', study],
    ['site', study, site],
  ]) {
    const { code, err } = parley(command, { env })
    expect({ command, code, err: code === 0 ? '' : err }).toEqual({ command, code: 0, err: '' })
  }
  serving = await serveHome(home)
})
afterAll(async () => {
  await serving?.close()
  stub?.kill()
  rmSync(home, { recursive: true, force: true })
})

const SITE_CALLS = /href="(\.\.\/calls\/[^"#]+)#(call-\d+)"/g

test('each reading and answer of the site leads to its request and response, on pages of their own', () => {
  const talks = readdirSync(join(site, 'negotiations'))
  expect(talks).toHaveLength(2)
  for (const name of talks) {
    const html = readFileSync(join(site, 'negotiations', name), 'utf8')
    const links = [...html.matchAll(SITE_CALLS)].map(([, file, id]) => ({ file: file!, id: id! }))
    const kinds = Map.groupBy(links, ({ file }) => file.match(/calls\/(obs1_|probe1_|)/)![1]!)
    // Those who talked are asked once each; later readings are as many as the first ones.
    expect(kinds.get('probe1_')).toHaveLength(2)
    expect(kinds.get('obs1_')!.length).toBe(html.match(/>Observer </g)!.length)
    for (const { file, id } of links) {
      const page = readFileSync(join(site, 'negotiations', file), 'utf8')
      expect(page.split(`id="${id}"`)).toHaveLength(2)
    }
    const obs = readFileSync(join(site, 'calls', `obs1_${name}`), 'utf8')
    expect(obs).toContain('Calls of the later reader m (obs1) about ')
    expect(obs).toContain('You read along without taking part')
    const probe = readFileSync(join(site, 'calls', `probe1_${name}`), 'utf8')
    expect(probe).toContain('Question 2')
    expect(probe).not.toContain('#turn-2')
  }
})

test('the app has the exact bytes of each, by the pass that asked, and none of a pass that is not there', async () => {
  const { json } = await get(serving, `/api/studies/${STUDY}/attempts`)
  const { id } = (json as { rows: { id: string }[] }).rows[0]!
  const at = `/api/studies/${STUDY}/negotiations/${id}`
  const page: NegotiationPage = (await get(serving, at)).json
  const later = page.turns.flatMap(({ readings }) => readings.filter(({ pass }) => pass === 'obs1'))
  const calls = [...later, ...page.later!.answers].flatMap((one): readonly CallData[] => one.calls)
  expect(calls.map(({ pass }) => pass)).toEqual([...later.map(() => 'obs1'), 'probe1', 'probe1'])
  for (const { pass, sent, seat, attempt, status } of calls) {
    const bytes: CallBytes = (await get(serving, `${at}/calls/${sent}?pass=${pass}`)).json
    expect(bytes).toMatchObject({ seat, attempt, status, exact: true, provider: 'anthropic' })
    expect(bytes.response).toContain('"type":"message"')
  }
  for (const pass of ['obs2', 'lab1', '', '../obs1', 'obs1/x'])
    expect((await get(serving, `${at}/calls/1?pass=${encodeURIComponent(pass)}`)).status).toBe(404)
})
