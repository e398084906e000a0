/** So many negotiations of models at a time in a process of its own; says its peak of resident memory, in MB. */
import { playModels } from './model-study.ts'
import { concert } from './play-support.ts'

const [url, count] = process.argv.slice(2) as [string, string]
const negotiations = Number(count)
await playModels({ url, scenario: concert(10), negotiations, width: negotiations })
process.send!(process.resourceUsage().maxRSS / 1024)
process.disconnect()
