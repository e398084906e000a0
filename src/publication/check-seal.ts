/** The seal of a published folder: that it stands for this manifest and this record, and for the hash that was published. */
import type { Sha256 } from '../record/hash.ts'
import type { Finding } from './finding.ts'
import { type Folder, readText } from './folder.ts'
import type { Manifest } from './manifest.ts'
import { FILES } from './names.ts'
import type { Published } from './publish.ts'
import { readSeal, sealFindings } from './seal.ts'

export function checkSeal(
  folder: Folder,
  manifestBytes: string,
  manifest: Manifest | undefined,
  published: Published | undefined,
  { sha256, head }: { readonly sha256: Sha256; readonly head?: string },
): { checked: string; findings: Finding[]; notes: string[]; sealed?: string } {
  const text = readText(folder, FILES.seal)
  const events = text === undefined ? undefined : readSeal(text)
  const findings: Finding[] = []
  const notes: string[] = []
  if (text !== undefined && !events)
    findings.push({ file: FILES.seal, message: 'The seal is not as Parley writes one.' })
  if (text === undefined && manifest?.sealed !== false)
    findings.push({ file: FILES.seal, message: folder.whyNot?.(FILES.seal) ?? 'The seal is missing.' })
  if (text === undefined && manifest?.sealed === false) {
    notes.push('The folder was exported without a seal: nothing in the record stands for its manifest.')
  }
  if (text !== undefined && manifest?.sealed === false)
    findings.push({ file: FILES.seal, message: 'The manifest names no seal.' })
  if (events && published) {
    const { head: last, studyEvents: length } = published
    findings.push(...sealFindings(events, { head: last, length }, sha256(manifestBytes), sha256))
  }
  const sealed = events?.at(-1)?.hash
  if (head !== undefined && published) {
    const known = [...published.hashes, ...(events ?? []).map(({ hash }) => hash)]
    const [found, expected] = [sealed ?? published.head, head.toLowerCase()]
    if (!known.includes(expected)) {
      findings.push({
        file: FILES.seal,
        message: 'The folder is not the one whose hash was published.',
        found,
        expected,
      })
    } else if (expected !== sealed) {
      notes.push(
        'The published hash is that of an earlier event: the record is the same up to there, and has grown since.',
      )
    }
  }
  const checked = sealed === undefined ? 'no seal' : `the manifest in the study's own stream; ${sealed}`
  return { checked, findings, notes, ...(sealed === undefined ? {} : { sealed }) }
}
