#!/usr/bin/env node
// Plain JavaScript, since a .ts file under node_modules does not run. In a checkout the sources run as they are.
import { existsSync } from 'node:fs'
import module from 'node:module'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Parley needs Node 24 or newer; this is Node ${process.versions.node}.\n` +
      'In a checkout, run it as `npx parley`: `npm ci` has installed the right Node beside it.',
  )
  process.exit(2)
}
module.enableCompileCache?.()
const source = new URL('../src/cli/main.ts', import.meta.url)
const { main } = await import(
  existsSync(source) ? source.href : new URL('../dist/cli/main.js', import.meta.url).href
)
await main(process.argv.slice(2))
