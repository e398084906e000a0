/**
 * The single-file verifier, as text. An installed package holds it; in a checkout it is bundled when it is needed,
 * with the tools for development that are there.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EXIT, UserError } from '../core/problem.ts'

/** Written by the build beside the other rooms' folders. */
const BUILT = fileURLToPath(new URL('../verify.mjs', import.meta.url))
/** Only a checkout has it. */
const BUNDLER = fileURLToPath(new URL('../../scripts/bundle-verifier.ts', import.meta.url))

let known: Promise<string> | undefined

/** Throws a UserError where it can neither be found nor made. */
export function verifierText(): Promise<string> {
  known ??= make()
  return known
}

async function make(): Promise<string> {
  if (existsSync(BUILT)) return readFileSync(BUILT, 'utf8')
  if (existsSync(BUNDLER)) {
    // In a process of its own: a bundler is large, and nothing else here needs one.
    const { stdout } = await promisify(execFile)(process.execPath, [BUNDLER], { maxBuffer: 1 << 26 })
    return stdout
  }
  const message = 'The single-file verifier is missing from this installation of Parley.'
  throw new UserError([{ file: BUILT, message, mend: 'Install parley-lab again.' }], EXIT.internal)
}
