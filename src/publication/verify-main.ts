/**
 * verify.mjs, the verifier that lies in a published folder: the parser, the rules, the scorer and the check of the
 * folder in one file. `node verify.mjs [folder] [--head <hash>] [--json]`; it exits with 0 where everything agrees,
 * with 4 where something differs, and with 2 or 5 where it could not be asked.
 */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { EXIT, UserError } from '../core/problem.ts'
import { checkFolder } from './check-folder.ts'
import { checkJson, checkText, passed } from './check-text.ts'

/** The oldest Node that knows every function that is called here. */
const OLDEST_NODE = 22

async function main(): Promise<number> {
  mustBeNew(process.versions.node)
  const own = fileURLToPath(import.meta.url)
  const options = { head: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const folder = positionals[0] ?? dirname(own)
  const head = values.head === undefined ? {} : { head: values.head }
  const check = await checkFolder(folder, {
    verifier: readFileSync(own, 'utf8'),
    ...head,
  })
  process.stdout.write(`${values.json ? checkJson(folder, check) : checkText(folder, check)}\n`)
  return passed(check) ? EXIT.ok : EXIT.differs
}

/** An older one would come to a halt in the middle, and what it could not read would seem to be the folder's fault. */
function mustBeNew(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return
  const message = `This needs Node ${OLDEST_NODE} or newer and runs on Node ${version}. Nothing was checked.`
  throw new UserError([{ file: 'verify.mjs', message }], EXIT.usage)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const told =
      error instanceof UserError
        ? error.problems.map(({ file, message }) => `${file}: ${message}`)
        : [String((error as Error).message)]
    process.stderr.write(`${told.join('\n')}\n`)
    process.exitCode = error instanceof UserError ? error.exit : EXIT.usage
  },
)
