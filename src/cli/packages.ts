/** The packages that play, render, score and call, with the versions that are installed. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const NAMES = [
  '@anthropic-ai/sdk',
  '@google/genai',
  '@noble/hashes',
  'eventsource-parser',
  'fraction.js',
  'liquidjs',
  'lossless-json',
  'openai',
  'pure-rand',
  'undici',
  'yaml',
  'zod',
]

/** Each package's version; one that is not found is left out. */
export function packageVersions(): Record<string, string> {
  const { resolve } = createRequire(import.meta.url)
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const version = versionOf(name, resolve)
      return version === undefined ? [] : [[name, version] as const]
    }),
  )
}

/** From the package's entry up to its own package.json: not every package exports that file. */
function versionOf(name: string, resolve: (name: string) => string): string | undefined {
  try {
    for (let at = dirname(resolve(name)); dirname(at) !== at; at = dirname(at)) {
      const found = tryRead(join(at, 'package.json'))
      if (found?.name === name) return found.version
    }
  } catch {
    // Not installed.
  }
  return undefined
}

function tryRead(file: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
  } catch {
    return undefined
  }
}
