/** Bundles the verifier of published folders into one file that needs only Node. `--write` puts it into dist/. */
import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The same text for the same sources. */
export async function bundleVerifier(): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'node24',
      ssr: `${root}src/publication/verify-main.ts`,
      rolldownOptions: { output: { format: 'es', codeSplitting: false }, external: (id) => isBuiltin(id) },
    },
    ssr: { noExternal: true },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  const [chunk, ...more] = output!.output
  if (more.length > 0 || chunk.imports.some((id) => !isBuiltin(id))) {
    throw new Error(
      `the verifier is no single file: ${[...more.map(({ fileName }) => fileName), ...chunk.imports].join(', ')}`,
    )
  }
  return chunk.code
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const code = await bundleVerifier()
  if (process.argv.includes('--write')) writeFileSync(`${root}dist/verify.mjs`, code)
  else process.stdout.write(code)
}
