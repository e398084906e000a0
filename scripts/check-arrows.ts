/** `npm run arrows`: fails where an import goes against the arrows between the rooms (scripts/rooms.ts). */
import { fileURLToPath } from 'node:url'
import { brokenArrows } from './arrows.ts'

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const { files, imports, broken } = brokenArrows(root)
for (const { file, line, imported, why } of broken) {
  process.stderr.write(`${file}:${line} imports ${imported}: ${why}\n`)
}
if (broken.length > 0) {
  process.stderr.write(`${broken.length} of ${imports} imports go against the arrows.\n`)
  process.exitCode = 1
} else {
  process.stdout.write(`${imports} imports in ${files} files keep to the arrows.\n`)
}
