/** The shipped studies of free talk, copied into a folder of their own, and small ones written for a test. */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../run-parley.ts'

/** The folder that holds copies of the two clones; studies lie two folders below it. */
export function talkHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'parley-talk-'))
  for (const name of ['orange', 'battery-pack'])
    cpSync(`${ROOT}/scenarios/${name}`, join(home, 'scenarios', name), { recursive: true })
  return home
}

/** A shipped study in that home; its folder. */
export function shipped(home: string, name: string): string {
  const study = join(home, 'studies', name)
  cpSync(`${ROOT}/studies/${name}/study.yaml`, join(study, 'study.yaml'))
  return study
}

/** A study of the orange with this text below its head; its folder. */
export function talkStudy(home: string, id: string, text: string): string {
  const study = join(home, 'studies', id)
  mkdirSync(study, { recursive: true })
  writeFileSync(
    join(study, 'study.yaml'),
    `format: 1\nid: ${id}\ntitle: A talk\nscenario: ../../scenarios/orange\nseed: talk\n${text}`,
  )
  return study
}
