/**
 * One export, or one check of a published folder, in a process of its own: says how long it took, how many turns and
 * calls there were, and its peak of resident memory in MB. `publication-child.ts export <record> <folder>`,
 * `publication-child.ts verify <folder>`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFolder } from '../src/publication/check-folder.ts'
import { exportStudy } from '../src/publication/export.ts'
import { verifierText } from '../src/publication/verifier.ts'

const [what, first, second] = process.argv.slice(2) as [string, string, string]

async function work(): Promise<{ turns: number; ms: number }> {
  if (what === 'export') {
    const verifier = await verifierText()
    const start = performance.now()
    const { turns } = await exportStudy(first, second, {
      open: [],
      seal: true,
      verifier,
      now: () => new Date(),
    })
    return { turns, ms: performance.now() - start }
  }
  const start = performance.now()
  const verifier = readFileSync(join(first, 'verify.mjs'), 'utf8')
  const { checks, turns } = await checkFolder(first, { verifier })
  const failed = checks.filter(({ status }) => status === 'failed')
  if (failed.length > 0) throw new Error(JSON.stringify(failed))
  return { turns, ms: performance.now() - start }
}

const { turns, ms } = await work()
/** VmHWM where the system has it, which counts this process alone. */
const peak = (): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}
process.send!({ turns, ms, peak: peak() })
process.disconnect()
