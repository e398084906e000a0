/**
 * The folder of the built web pages. An installed package holds it; in a checkout it is built when its sources have
 * changed, with the tools for development that are there.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EXIT, UserError } from '../core/problem.ts'

/** Written by the build beside the other rooms' folders. */
const BUILT = fileURLToPath(new URL('../web', import.meta.url))
/** Only a checkout has it. */
const BUILDER = fileURLToPath(new URL('../../scripts/build-web.ts', import.meta.url))

/** Holds `client/` and `server/`. Throws a UserError where it can neither be found nor made. */
export async function webFolder(): Promise<string> {
  if (existsSync(join(BUILT, 'client', 'index.html')) && !existsSync(BUILDER)) return BUILT
  if (existsSync(BUILDER)) {
    // In a process of its own: a bundler is large, and nothing else here needs one.
    const { stdout } = await promisify(execFile)(process.execPath, [BUILDER], { maxBuffer: 1 << 26 })
    return stdout.trimEnd().split('\n').at(-1)!
  }
  const message = 'The web pages are missing from this installation of Parley.'
  throw new UserError([{ file: BUILT, message, mend: 'Install parley-lab again.' }], EXIT.internal)
}
