/** A small scenario and study in a folder of their own, for tests that run the whole thing. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SCENARIO = `format: 1
id: small
title: A small deal
situation: A buyer and a seller agree on a price and a date.
issues:
  - id: price
    type: number
    min: 0
    max: 10
    decimals: 1
  - id: date
    type: choice
    options: [monday, tuesday, friday]
parties:
  - id: buyer
    label: Buyer
    name: Blue
    about: buys
    reservation: 10
    points:
      price: { 0: 60, 10: 0 }
      date: { monday: 40, tuesday: 20, friday: 0 }
  - id: seller
    label: Seller
    name: Red
    about: sells
    reservation: 10
    points:
      price: { 0: 0, 10: 40 }
      date: { monday: 0, tuesday: 30, friday: 60 }
protocol:
  type: alternating-offers
  turns: 8
information: private
`

export interface StudyOptions {
  readonly id?: string
  readonly seed?: string
  readonly repetitions?: number
  readonly turns?: number
  /** Instead of a late conceder. */
  readonly first?: string
}

export const studyText = (options: StudyOptions = {}): string => `format: 1
id: ${options.id ?? 'small'}
title: A small study
scenario: scenario
seed: ${options.seed ?? 'seed'}
negotiators:
  late: ${options.first ?? '{ script: boulware }'}
  trader: { script: frequency }
pairings:
  Late: { buyer: late, seller: late }
  Mixed: { buyer: late, seller: trader }
opener: [buyer, seller]
repetitions: ${options.repetitions ?? 3}
`

/** Makes a fresh folder with a study in it, and the scenario in its folder `scenario`; returns its path. */
export function studyFolder(options: StudyOptions = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-study-'))
  writeStudy(folder, options)
  return folder
}

/** Writes study and scenario into a folder, over what was there. */
export function writeStudy(folder: string, options: StudyOptions = {}): void {
  mkdirSync(join(folder, 'scenario'), { recursive: true })
  writeFileSync(join(folder, 'study.yaml'), studyText(options))
  writeFileSync(
    join(folder, 'scenario', 'scenario.yaml'),
    SCENARIO.replace('turns: 8', `turns: ${options.turns ?? 8}`),
  )
}
