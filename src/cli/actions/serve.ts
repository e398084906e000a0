/** What `parley serve` does: listens until it is told to end. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, UserError } from '../../core/problem.ts'
import { VERSION } from '../../core/version.ts'
import { accessOf } from '../../models/keys.ts'
import { isModel } from '../../negotiators/registry.ts'
import { type Serving, startServer } from '../../server/app/serve.ts'
import { makeWorld, providersWithKeys } from '../../server/app/tables/index.ts'
import { loadStudy } from '../../study/load.ts'
import type { Options } from '../commands/serve.ts'
import { makeFresh } from '../fresh.ts'
import type { Io } from '../io.ts'
import { readEnv } from '../model-access.ts'
import { pricerOf } from '../money-options.ts'
import { startRuns } from '../start-run.ts'

export async function serve(folder: string, options: Options, io: Io): Promise<void> {
  await mustBeFolder(folder)
  const env = await readEnv(io.env, options.keys)
  // Read here too, so that a wrong file is told before anything starts.
  const pricer = await pricerOf(options)
  const token = options.token ?? io.env.PARLEY_TOKEN
  // Whoever else uses this machine sees what commands were typed: where the title can be changed, no token stays in it.
  if (options.token !== undefined) process.title = 'parley serve'
  const serving = await startServer({
    folder,
    host: options.host,
    port: options.port,
    ...(token === undefined || token === '' ? {} : { token }),
    ...(options.name ? { names: options.name } : {}),
    ...(options.prices === undefined ? {} : { prices: options.prices }),
    command: 'serve',
    start: startRuns(options),
    needs: (study) => needsOf(study, env),
    tables: {
      ...makeWorld(env, {
        pricer,
        now: io.now,
        random: makeFresh(),
        versions: { parley: VERSION, node: process.version },
      }),
      folder: options.tables ?? join(folder, 'tables'),
      providers: providersWithKeys(env),
    },
  })
  tell(serving, options, io)
  await ended()
  io.note('Closing: runs that were started here stop where they stand.')
  await serving.close()
}

async function mustBeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return
  const message = 'There is no folder here.'
  throw new UserError(
    [{ file: folder, message, mend: 'Name one that holds studies or scenarios.' }],
    EXIT.invalid,
  )
}

/** What a study of models lacks, in words. */
async function needsOf(folder: string, env: Io['env']): Promise<string | undefined> {
  const { negotiators, file } = await loadStudy(folder)
  for (const [name, spec] of Object.entries(negotiators)) {
    if (!isModel(spec)) continue
    try {
      accessOf(spec, env, name, file)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return error.problems.map(({ message }) => message).join(' ')
    }
  }
  return undefined
}

function tell({ address, link, network, guarded, token, port }: Serving, { json }: Options, io: Io): void {
  if (json) {
    io.out(JSON.stringify({ address, link, network, token, port }))
    return
  }
  io.out(`Parley shows this folder at\n\n  ${link}\n`)
  if (network.length > 0) {
    const others = network.map((one) => `  ${one}#token=${token}`).join('\n')
    io.out(`and in the network at\n\n${others}\n`)
    io.note(
      'Links to seats begin with the address at which you make them: for phones open one of the network.',
    )
  }
  io.note(
    `Whoever has ${network.length > 0 ? 'one of these links' : 'this link'} may run studies and make tables; without what follows # ${
      guarded ? 'nothing opens but a seat by its link' : 'it only reads'
    }. Ctrl-C ends it.`,
  )
}

/** Ctrl-C, or the end that a process manager asks for. */
const ended = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
