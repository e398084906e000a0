/** What `parley export` does. */

import { shellWord } from '../../core/shell-word.ts'
import { exportInChild } from '../../publication/in-child.ts'
import { INCLUDES } from '../../publication/opening.ts'
import { verifierText } from '../../publication/verifier.ts'
import { studyPlace } from '../../study/load.ts'
import type { Options } from '../commands/export.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { makeProgress, type Progress } from '../progress.ts'
import { safe } from '../text.ts'

export async function exportTo(path: string, folder: string, options: Options, io: Io): Promise<void> {
  const record = path.endsWith('.sqlite') ? path : (await studyPlace(path)).record
  const open = [...options.open, ...options.include.map((what) => INCLUDES[what])]
  const tell = quietly(io)
  const verifier = await verifierText()
  // A seal stands in the record and tells as much.
  if (!options.seal) await look(record, 'export', io)
  const exported = await exportInChild(
    { kind: 'export', record, folder, open, seal: options.seal, verifier },
    tell.update,
  )
  tell.done()
  const { assignments, turns, calls, events, sealed, manifest, differences } = exported
  if (options.json) {
    io.out(JSON.stringify({ folder, ...exported }, null, 2))
    return
  }
  io.out(`${safe(folder)}: ${assignments} assignments, ${turns} turns, ${calls} calls, ${events} events`)
  io.out(`  manifest  ${manifest}`)
  io.out(sealed ? `  seal      ${sealed}` : '  seal      none: nothing in the record stands for this folder')
  io.out(`Check it: parley verify ${shellWord(safe(folder))}, or node verify.mjs in it.`)
  if (sealed)
    io.out('Publish the hash of the seal where others keep it: it stands for every byte of the folder.')
  if (differences.length > 0) {
    io.note(
      `The record differs from what its own rules lead to, in ${differences.length} places: parley replay tells more.`,
    )
  }
}

/** What is done sooner needs no progress. */
const QUIET_MS = 1000

/** Progress that shows only where it takes long. */
export function quietly(io: Io): { update(done: number, all: number): void; done(): void } {
  const startedAt = io.now().getTime()
  let progress: Progress | undefined
  return {
    update(done, all) {
      const now = io.now().getTime()
      if (now - startedAt < QUIET_MS) return
      progress ??= makeProgress(io)
      progress.update({ done, running: 0, left: all - done, startedAt, now })
    },
    done: () => progress?.done(),
  }
}
