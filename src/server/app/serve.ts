/** Starts the server of the app, on this machine alone unless asked otherwise. */

import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { EXIT, UserError } from '../../core/problem.ts'
import { type ScenarioPlace, studyKeyIn } from '../../pages/catalog.ts'
import { webFolder } from '../../pages/web-folder.ts'
import { makeApp } from './app.ts'
import type { StartRun } from './control.ts'
import { allowedHosts, isLoopback, networkAddresses } from './hosts.ts'
import { openLibrary } from './library.ts'
import { randomText } from './random.ts'
import { makeSession } from './session.ts'
import { staticFiles } from './static.ts'
import { House, type HouseOptions } from './tables/index.ts'

export interface ServeOptions {
  /** Whose studies and scenarios are shown. */
  readonly folder: string
  /** 127.0.0.1 unless given. */
  readonly host?: string
  /** 0 takes any that is free. */
  readonly port: number
  /** Of the session: drawn anew unless given. Needed off loopback, and where the server has further names. */
  readonly token?: string
  /** Further names by which it may be asked: those of a proxy before it. */
  readonly names?: readonly string[]
  /** By which command outcomes are shown, for the record; undefined: looks are not noted. */
  readonly command?: string
  /** A file of prices that go before those of Parley. */
  readonly prices?: string
  readonly start: StartRun
  needs(folder: string): Promise<string | undefined>
  /** Where tables are kept, and what models at them need; without it nobody can sit down. */
  readonly tables?: Omit<HouseOptions, 'scenarios' | 'studyKey' | 'made'> & {
    readonly providers: readonly string[]
  }
  /** The folder of built pages; found or built unless given. */
  readonly web?: string
}

export interface Serving {
  /** With the port that was taken: `http://127.0.0.1:4321/`. */
  readonly address: string
  /** The same with the session's token behind `#`. */
  readonly link: string
  /** The addresses by which others in the network reach it, the likeliest first; none where it listens at one alone. */
  readonly network: readonly string[]
  /** Nothing is read without the token. */
  readonly guarded: boolean
  readonly token: string
  readonly port: number
  close(): Promise<void>
}

/** A token that can be guessed is none. */
const SHORTEST_TOKEN = 16

/** Throws a UserError where it may not or cannot listen there. */
export async function startServer(options: ServeOptions): Promise<Serving> {
  const { folder, host = '127.0.0.1', names = [], port } = options
  const guarded = !isLoopback(host) || names.length > 0
  mayListen(host, guarded, options.token)
  const token = options.token ?? randomText() + randomText()
  const web = options.web ?? (await webFolder())
  const closing = new AbortController()
  const at = { port }
  const library = openLibrary({
    folder,
    ...(options.command === undefined ? {} : { command: options.command }),
    ...(options.prices === undefined ? {} : { prices: options.prices }),
  })
  const house =
    options.tables &&
    (await House.open({
      ...options.tables,
      studyKey: (made) => studyKeyIn(folder, made),
      made: async () => void (await library.ask('scenarioPlaces', true)),
      scenarios: async () =>
        JSON.parse((await library.ask('scenarioPlaces')) ?? '[]') as readonly ScenarioPlace[],
    }))
  const { app, control } = makeApp({
    library,
    session: makeSession(token, guarded, () => at.port),
    hosts: allowedHosts(host, names),
    port: () => at.port,
    files: await staticFiles(join(web, 'client')),
    ...(house ? { tables: { house, providers: options.tables!.providers } } : {}),
    closing: closing.signal,
    start: options.start,
    needs: options.needs,
  })
  const close = async (server?: ReturnType<typeof serve>): Promise<void> => {
    closing.abort()
    await control.close()
    await house?.close()
    await library.close()
    if (server)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
  }
  try {
    const server = await listening(app.fetch, host, port)
    const { port: taken } = server.address() as AddressInfo
    at.port = taken
    const shown = host === '0.0.0.0' || host === '::' ? (names[0] ?? 'localhost') : host
    const addressAt = (name: string): string => `http://${name}:${taken}/`
    const address = addressAt(shown.includes(':') ? `[${shown}]` : shown)
    return {
      address,
      link: `${address}#token=${token}`,
      network: host === '0.0.0.0' || host === '::' ? networkAddresses().map(addressAt) : [],
      guarded,
      token,
      port: taken,
      close: () => close(server),
    }
  } catch (error) {
    await close()
    throw error
  }
}

function mayListen(host: string, guarded: boolean, token: string | undefined): void {
  if (guarded && token === undefined) {
    const message = `Everybody who can reach ${host} could ask this server: it needs a token.`
    throw new UserError(
      [{ file: '--token', message, mend: 'Give one that nobody can guess, by --token or PARLEY_TOKEN.' }],
      EXIT.usage,
    )
  }
  if (token === undefined || (token.length >= SHORTEST_TOKEN && /^[\w.~-]+$/.test(token))) return
  const message =
    'The token is too short to be a secret, or holds more than letters, digits, "-", "_", "." and "~".'
  throw new UserError(
    [{ file: '--token', message, expected: `at least ${SHORTEST_TOKEN} characters` }],
    EXIT.usage,
  )
}

/**
 * How long a request may take to arrive, in milliseconds: what is sent here is short. Answers may take as long as they do.
 * A connection at rest is kept longer than proxies and browsers keep theirs for the next request (mostly 60 s):
 * one that is closed in the moment in which it is taken up again loses that request.
 */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 75_000,
}

function listening(
  fetch: Parameters<typeof serve>[0]['fetch'],
  host: string,
  port: number,
): Promise<ReturnType<typeof serve>> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port, serverOptions: PATIENCE }, () => resolve(server))
    server.on('error', (error: NodeJS.ErrnoException) => {
      const message =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken.`
          : error.code === 'EACCES'
            ? `Port ${port} may not be used.`
            : `The server cannot listen at ${host}: ${error.code ?? error.message}.`
      reject(
        new UserError(
          [{ file: '--port', message, mend: 'Give another one: --port 0 takes any that is free.' }],
          EXIT.busy,
        ),
      )
    })
  })
}
