/**
 * One side of the memory bench, in a process of its own: so many calls at a time, three times over, against a
 * server that takes its time. Says its peak of resident memory, in MB, to its parent.
 */
import { bareCall, ourCall } from './calls-support.ts'

const [side, url, count] = process.argv.slice(2) as [string, string, string]
const width = Number(count)
const call = side === 'ours' ? await ourCall(url, width) : bareCall(url)
for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: width }, call))
process.send!(process.resourceUsage().maxRSS / 1024)
process.disconnect()
