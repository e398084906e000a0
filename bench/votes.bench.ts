/** Whole games of six scripted parties a second, without and with the record on disk. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kept } from '../src/record/read.ts'
import type { Study } from '../src/study/load.ts'
import { type Played, play } from '../src/study/play.ts'
import { runStudy } from '../src/study/run.ts'
import { seatPlayers } from '../src/study/table.ts'
import { compare, type Row } from './harness.ts'
import { scenarioOf, studyOf } from './play-support.ts'

const PACK = fileURLToPath(new URL('../scenarios/northgate/scenario.yaml', import.meta.url))

const SCRIPTS = ['linear', 'acceptance', 'mediator', 'random']
/** Each opener opens as many games, so a multiple of six. */
const BATCH = 120

/** Plays every assignment in memory; how many moves were made. */
function playSilently(study: Study): number {
  let moves = 0
  for (const assignment of study.assignments) {
    const { state } = play(study.game(assignment.opener), seatPlayers(study, assignment)) as Played
    moves += kept(state).record.length
  }
  return moves
}

/** The same as a study: every event sealed, chained and on the disk before the next batch. */
async function playOnDisk(study: (folder: string) => Study): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    let drawn = 0
    await runStudy(study(folder), {
      now: () => new Date(),
      random: () => (++drawn).toString(16).padStart(32, '0'),
      versions: { parley: 'bench', node: process.version },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default async function (): Promise<Row[]> {
  const scenario = scenarioOf(readFileSync(PACK, 'utf8'))
  const rows: Row[] = []
  for (const script of SCRIPTS) {
    const studyIn = (folder?: string): Study =>
      studyOf(scenario, {
        negotiator: { script },
        negotiations: (BATCH / 6) * 2,
        ...(folder === undefined ? {} : { folder }),
      })
    const study = studyIn()
    const moves = playSilently(study)
    rows.push(
      await compare({
        what: `Six times ${script}, with the record on disk`,
        unit: 'games/s',
        count: study.assignments.length,
        ours: () => playOnDisk(studyIn),
        baseline: { name: 'without the record', run: () => playSilently(study) },
        note: `${(moves / study.assignments.length).toFixed(1)} moves a game, each with a message`,
      }),
    )
  }
  return rows
}
