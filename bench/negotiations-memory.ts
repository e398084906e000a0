/** So many negotiations of models at a time in a process of its own; says its peak of resident memory, in MB. */
import { playModels } from './model-study.ts'

const [url, count] = process.argv.slice(2) as [string, string]
await playModels(url, Number(count), Number(count))
process.send!(process.resourceUsage().maxRSS / 1024)
process.disconnect()
