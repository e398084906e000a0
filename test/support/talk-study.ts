/** The shipped studies of free talk, copied into a folder of their own, and small ones written for a test. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
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

/** A copy of the orange under another name, with other rules of its talk. */
export function otherRules(home: string, name: string, rules: string): string {
  cpSync(`${ROOT}/scenarios/orange`, join(home, 'scenarios', name), { recursive: true })
  const file = join(home, 'scenarios', name, 'scenario.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}turns: 20$/m, `  ${rules}`))
  return name
}

/** A study of one scenario, the orange unless named, with this text below its head; its folder. */
export function talkStudy(home: string, id: string, text: string, scenario = 'orange'): string {
  const study = join(home, 'studies', id)
  mkdirSync(study, { recursive: true })
  writeFileSync(
    join(study, 'study.yaml'),
    `format: 1\nid: ${id}\ntitle: A talk\nscenario: ../../scenarios/${scenario}\nseed: talk\n${text}`,
  )
  return study
}
