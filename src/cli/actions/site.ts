/** What `parley site` does. */
import { shellWord } from '../../core/shell-word.ts'
import { verifierText } from '../../publication/verifier.ts'
import { writeSite as write } from '../../site/write.ts'
import { studyPlace } from '../../study/load.ts'
import type { Options } from '../commands/site.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { safe } from '../text.ts'
import { quietly } from './export.ts'

export async function writeSite(path: string, folder: string, options: Options, io: Io): Promise<void> {
  const place = await studyPlace(path)
  const tell = quietly(io)
  const verifier = await verifierText()
  const { seal, url } = options
  // A seal stands in the record and tells as much.
  if (!seal) await look(place.record, 'site', io)
  const written = await write(place, folder, {
    ...{ seal, verifier, progress: tell.update },
    ...(url === undefined ? {} : { url }),
  })
  tell.done()
  if (options.json) {
    io.out(JSON.stringify({ folder, ...written }, null, 2))
    return
  }
  const { pages, files, bytes, sealed, open, planned, differences, notes } = written
  io.out(`${safe(folder)}: ${pages} pages, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`)
  io.out(`  seal      ${sealed ?? 'none: nothing in the record stands for what is published'}`)
  if (notes.length > 0) io.out(`  notes     ${notes.map(safe).join(', ')}`)
  io.out(
    `Any web server can serve it, under any path: python3 -m http.server --directory ${shellWord(safe(folder))}`,
  )
  if (open > 0) {
    io.note(
      `The study is not finished: ${open} of ${planned} negotiations are still to be played or ended. The site says so, and what it shows of the others counts as a look at results.`,
    )
  }
  if (differences > 0) {
    io.note(
      `The record differs from what its own rules lead to, in ${differences} places: parley replay tells more.`,
    )
  }
}
