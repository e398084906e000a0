/** Whether the last turns of a long negotiation cost more than its first, with its record on disk. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWriter } from '../src/store/index.ts'
import { nodeSha256 } from '../src/store/node-hash.ts'
import { makeJournal } from '../src/study/journal.ts'
import { playAssignment } from '../src/study/table.ts'
import { figure, type Row, spread } from './harness.ts'
import { concert, studyOf } from './play-support.ts'

const LONG = 2_400

const WARM = 10
const ROUNDS = 35

/** Processor time in ms: other programs, and waiting for the disk, do not count. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** One negotiation in which nobody ever accepts, into a record on disk; the time of each tenth, and the bytes. */
async function long(negotiator: unknown, name: string): Promise<Row[]> {
  const scenario = concert(LONG)
  const tenths: number[][] = []
  const bytes: number[] = []
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
    const study = studyOf(scenario, { negotiator, negotiations: 2, folder })
    const writer = await openWriter(study.record)
    try {
      const journal = makeJournal(writer, {
        now: () => new Date(),
        salt: () => '0'.repeat(32),
        sha256: nodeSha256,
        streams: [],
      })
      const marks = [cpuTime()]
      let turns = 0
      await playAssignment(study, study.assignments[0]!, journal, {
        run: 'bench',
        pulse: () => {
          if (++turns % (LONG / 10) !== 0) return undefined
          // Each tenth pays for making its own events durable.
          return journal.commit().then(() => void marks.push(cpuTime()))
        },
      })
      await journal.commit()
      if (turns < LONG) throw new Error(`only ${turns} turns were played`)
      const stored = await writer.read(study.assignments[0]!.id)
      const sizeOf = (from: number, to: number): number =>
        stored.slice(from, to).reduce((sum, { body }) => sum + body.length, 0)
      const half = Math.floor(LONG / 2)
      bytes.push(sizeOf(1 + half, 1 + 2 * half) / sizeOf(1, 1 + half))
      if (round >= WARM) tenths.push(marks.slice(1, 11).map((mark, i) => mark - marks[i]!))
    } finally {
      await writer.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  // Collections of garbage fall on any tenth: the medians of seven rounds are compared, five times.
  const ratios = Array.from({ length: ROUNDS / 7 }, (_, k) => {
    const group = tenths.slice(7 * k, 7 * k + 7)
    const middle = (tenth: number): number => spread(group.map((times) => times[tenth]!)).median
    return middle(9) / middle(0)
  })
  return [
    figure({
      what: `${LONG} turns of ${name}: time of the last tenth over the first`,
      unit: 'times',
      ours: ratios,
      bound: { atMost: 1.2 },
    }),
    figure({
      what: `${LONG} turns of ${name}: bytes of the second half over the first`,
      unit: 'times',
      ours: [spread(bytes).median],
      bound: { atMost: 1.2 },
      note: 'numbers with more digits take a byte more',
    }),
  ]
}

export default (): Promise<Row[]> => long({ script: 'hardliner' }, 'hardliners')
