#!/usr/bin/env node
// Plain JavaScript, since a .ts file under node_modules does not run. In a checkout the sources run as they are.
import { existsSync } from 'node:fs'
import module from 'node:module'

const source = new URL('../src/cli/main.ts', import.meta.url)
const checkout = existsSync(source)
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `parley: Node 24 or newer is needed; this is Node ${process.versions.node}.\n` +
      (checkout
        ? 'In a checkout, type `npx parley`: it uses the Node that `npm ci` has installed beside it.'
        : 'Without changing your Node: `npx --package=node@24 --package=parley-lab parley --help`.'),
  )
  process.exit(2)
}
module.enableCompileCache?.()
const built = new URL('../dist/cli/main.js', import.meta.url)
const { main } = await import((checkout ? source : built).href)
await main(process.argv.slice(2))
