/** What `parley status` does. */

import { access } from 'node:fs/promises'
import { shellWord } from '../../core/shell-word.ts'
import { type Cost, costText } from '../../models/cost.ts'
import { BUDGET_HALT } from '../../study/budget.ts'
import { haltNote } from '../../study/halt-text.ts'
import { loadStudy, studyPlace } from '../../study/load.ts'
import { inputSum } from '../../study/spending.ts'
import { spendingJson } from '../../study/spending-json.ts'
import { type StudyStatus, studyStatus } from '../../study/status.ts'
import { thousands } from '../../study/token-text.ts'
import type { Options } from '../commands/status.ts'
import type { Io } from '../io.ts'
import { pricerOf } from '../money-options.ts'
import { safe } from '../text.ts'

export async function status(path: string, options: Options, io: Io): Promise<void> {
  const { json } = options
  const { record } = await studyPlace(path)
  const pricer = await pricerOf(options)
  const found = record === path || (await exists(record)) ? await studyStatus(record, pricer) : undefined
  if (found) return io.out(json ? statusJson(found, record) : statusText(found, record, path))
  const { id, title, assignments } = await loadStudy(path)
  const planned = assignments.length
  if (json) {
    const nothing = {
      completed: 0,
      running: 0,
      interrupted: 0,
      notStarted: planned,
      runs: 0,
      lastRun: 'none',
    }
    io.out(JSON.stringify({ study: id, title, planned, ...nothing, events: 0 }, null, 2))
  } else {
    io.out(
      `${safe(title)}\n${planned} negotiations are planned; none has begun. Play them: parley run ${shellWord(path)}`,
    )
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}

function statusJson({ spending, passSpending, ...status }: StudyStatus, record: string): string {
  const told = {
    ...(spending ? { spending: spendingJson(spending) } : {}),
    ...(passSpending ? { passSpending: spendingJson(passSpending) } : {}),
  }
  return JSON.stringify({ record, ...status, ...told }, null, 2)
}

/** Calls, tokens and cost so far. */
function spendingRows({ spending }: StudyStatus): (readonly [string, string])[] {
  if (!spending) return []
  const { attempts, answered, tokens, cost } = spending
  const count = (told: number): string =>
    tokens.untold === 0 ? thousands(told) : told === 0 ? 'unknown' : `at least ${thousands(told)}`
  const [input, output] = [inputSum(tokens), tokens.kinds.output ?? 0]
  return [
    ['calls', `${thousands(attempts)} attempts, ${thousands(answered)} answered`],
    ['tokens', `${count(input)} in, ${count(output)} out`],
    ['cost', `${costText(cost)}${cost.usd || cost.unknown.length === 0 ? '' : ` (${whyUnknown(cost)})`}`],
  ]
}

/** Why a cost is not known, and what helps. */
function whyUnknown({ unknown }: Cost): string {
  const prices = unknown.some((why) => why.startsWith('no price')) ? '; give prices with --prices' : ''
  return `${unknown.join('; ')}${prices}`
}

/** What a kill left behind, before the next run makes of it what the study says. */
function inFlightRow({ leftInFlight }: StudyStatus): (readonly [string, string])[] {
  if (!leftInFlight) return []
  const { calls, lostReplies } = leftInFlight
  const what =
    calls === 1
      ? '1 call had no answer yet, and its reply is'
      : `${calls} calls had no answer yet, and their replies are`
  const next =
    lostReplies === 'redraw'
      ? 'the next run asks again, which is a second draw'
      : `the next run ends ${calls === 1 ? 'its negotiation' : 'their negotiations'} with an unknown outcome`
  return [['in flight', `${what} lost: ${next} (lost_replies: ${lostReplies})`]]
}

function statusText(status: StudyStatus, record: string, path: string): string {
  const rows: (readonly [string, string])[] = [
    ['planned', String(status.planned)],
    ['completed', String(status.completed)],
    [status.holder ? 'running' : 'begun', String(status.running)],
    ['interrupted', `${status.interrupted}${status.interrupted > 0 ? '  (outcome unknown)' : ''}`],
    ['not started', String(status.notStarted)],
    ['run', runWords(status, path)],
    ...inFlightRow(status),
    ...(status.halts ?? []).map((halt) => ['waits', safe(haltNote(halt))] as const),
    ...spendingRows(status),
    ...(status.passes ?? []).map(passRow),
    ...passSpendingRow(status),
    ...(status.elsewhere ?? []).map((note) => ['elsewhere', safe(note)] as const),
    ['last event', status.lastEvent ?? 'none'],
    ['record', `${record}, ${status.events} events`],
    ['head', status.head],
  ]
  return [safe(status.title), ...rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`)].join('\n')
}

/** What later passes have used beside that; one cap holds for both. */
function passSpendingRow({ passSpending }: StudyStatus): (readonly [string, string])[] {
  if (!passSpending) return []
  const { attempts, answered, cost } = passSpending
  const calls = `${thousands(attempts)} attempts, ${thousands(answered)} answered`
  return [
    [
      'passes',
      `${calls}, ${costText(cost)}; not in the calls and the cost above, and counted with them by a cap`,
    ],
  ]
}

/** A later pass over the talks, and how to go on with one that is not done. */
function passRow({ pass, what, reader, talks, done }: NonNullable<StudyStatus['passes']>[number]) {
  const words = `${what} by ${reader}, ${talks} talks${done ? '' : '; not done, the same command goes on'}`
  return [pass, safe(words)] as const
}

function runWords(status: StudyStatus, path: string): string {
  const { lastRun, holder, planned, completed, interrupted, halts = [] } = status
  if (holder) return `going on: process ${holder.pid} on ${holder.host}, since ${holder.since}`
  const words = {
    running: 'going on',
    complete: 'none now; the last one completed the study',
    asked: 'none now; the last one was stopped by its user',
    halted: 'none now; the last one was halted',
    failed: 'none now; the last one failed',
    lost: 'none now; the last one was lost (a kill or a power cut)',
    none: 'none yet',
  }[lastRun]
  const cap = halts.some(({ code }) => code === BUDGET_HALT) ? ', with a higher cap' : ''
  return completed + interrupted < planned
    ? `${words}. Go on with: parley run ${shellWord(path)}${cap}`
    : words
}
