/** Plays a study at no more than so many events a second, until it is told to stop: `serve-play.ts <folder> <rate>`. */
import { randomBytes } from 'node:crypto'
import { loadStudy } from '../src/study/load.ts'
import { runStudy } from '../src/study/run.ts'

const [folder = '', rate = '100'] = process.argv.slice(2)
const pause = new Int32Array(new SharedArrayBuffer(4))
let over = false
process.on('message', () => {
  over = true
})
await runStudy(await loadStudy(folder), {
  now: () => new Date(),
  random: () => randomBytes(16).toString('hex'),
  versions: { parley: 'bench', node: process.version },
  stopAsked: () => {
    // Scripts answer at once: the pause is made where the run asks, after each step, whether it is to stop.
    Atomics.wait(pause, 0, 0, 1000 / Number(rate))
    return over
  },
})
process.disconnect()
