/**
 * A process of its own that the stores' tests start and kill: `node suite-child.ts <module> <place> <what>`, where
 * the module exports `openWriter(place)`. `append`: appends to several streams and commits, without an end; after
 * each commit it says, in one line of JSON, how many events each stream has. `hold`: opens and holds.
 * `fill`: appends until that fails, then says how many events were committed and what the error was.
 */
import { writeSync } from 'node:fs'
import { UserError } from '../core/problem.ts'
import type { RecordWriter } from './contract.ts'
import { Appender } from './suite-events.ts'

const [module, place, what] = process.argv.slice(2)
const say = (value: unknown): void => void writeSync(1, `${JSON.stringify(value)}\n`)
const { openWriter } = (await import(module!)) as { openWriter(place: string): Promise<RecordWriter> }
const STREAMS = ['study', 'a', 'b', 'c']

async function appendAll(writer: RecordWriter): Promise<void> {
  const appender = await Appender.resume(writer)
  const counts: Record<string, number> = {}
  for (let round = 0; ; round++) {
    for (const [i, stream] of STREAMS.entries()) {
      if ((round + i) % 3 > 0) counts[stream] = appender.add(stream, (round % 4) + 1)
    }
    await writer.commit()
    say(counts)
  }
}

async function fill(writer: RecordWriter): Promise<void> {
  const appender = await Appender.resume(writer)
  let committed = 0
  try {
    for (;;) {
      const events = appender.add('study', 5)
      await writer.commit()
      committed = events
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    await writer.close().catch(() => undefined)
    say({ committed, exit: error.exit, problems: error.problems })
  }
}

const writer = await openWriter(place!)
if (what === 'append') await appendAll(writer)
else if (what === 'fill') await fill(writer)
else {
  say('held')
  setInterval(() => undefined, 1000)
}
