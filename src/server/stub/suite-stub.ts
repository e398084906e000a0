/** What the tests of the stub server share: a scenario, a server that ends with its test, settings by provider. */
import { fileURLToPath } from 'node:url'
import { STREAMED } from '../../../test/support/wire-call.ts'
import {
  type ModelPrompt,
  type ModelSettings,
  PROVIDERS,
  type ProviderName,
} from '../../models/wire/contract.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { type Game, makeGame } from '../../scenario/game.ts'
import { makeRenderer } from '../../scenario/render.ts'
import { type StubOptions, type StubServer, startStub } from './index.ts'

const load = (name: string) =>
  loadScenario(fileURLToPath(new URL(`../../../scenarios/${name}`, import.meta.url)))
const [tickets, centre] = [await load('concert-tickets'), await load('northgate')]
const renderers = new Map([tickets, centre].map((scenario) => [scenario, makeRenderer(scenario)]))

/** Two parties who make offers in turn. */
export const concert = (): Game => makeGame(tickets)
/** Six parties who vote, with scratchpads. */
export const northgate = (): Game => makeGame(centre)

/** Runs with a server of its own, and ends it whatever happens. */
export async function withStub<T>(
  options: Partial<StubOptions>,
  use: (stub: StubServer) => Promise<T>,
): Promise<T> {
  const stub = await startStub({ scenarios: [tickets, centre], slowMs: 150, waitMs: 40, ...options })
  try {
    return await use(stub)
  } finally {
    await stub.close()
  }
}

/** The prompt of the seat whose move it is. `reply`: the faulty text, in a repair. */
export function promptOf(game: Game, state: unknown, reply?: string): ModelPrompt {
  const seat = game.protocol.actor(state)!
  return renderers.get(game.scenario)!.prompt(seat, game.protocol.view(state, seat), reply)
}

/** Settings with what a request cannot do without. */
export const settingsFor = (provider: ProviderName, params: Record<string, unknown> = {}): ModelSettings => ({
  model: 'some-model',
  params: { ...(provider === 'anthropic' ? { max_tokens: 4096 } : {}), ...params },
})

/** Every provider, whole and streamed. */
export const MODES = PROVIDERS.flatMap((provider) => [
  { provider, mode: 'whole', settings: settingsFor(provider) },
  { provider, mode: 'streamed', settings: settingsFor(provider, STREAMED[provider]) },
])

/** A prompt that no scenario leads to. */
export const HELLO: ModelPrompt = { system: '', messages: [{ role: 'user', content: 'Hello' }] }
