/** What `parley status` does. */
import { access } from 'node:fs/promises'
import { loadStudy, studyPlace } from '../../study/load.ts'
import { type StudyStatus, studyStatus } from '../../study/status.ts'
import type { Io } from '../io.ts'
import { safe } from '../text.ts'

export async function status(path: string, json: boolean, io: Io): Promise<void> {
  const { record } = await studyPlace(path)
  const found = (await exists(record)) ? await studyStatus(record) : undefined
  if (found)
    return io.out(json ? JSON.stringify({ record, ...found }, null, 2) : statusText(found, record, path))
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
      `${safe(title)}\n${planned} negotiations are planned; none has begun. Play them: parley run ${path}`,
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

function statusText(status: StudyStatus, record: string, path: string): string {
  const rows: (readonly [string, string])[] = [
    ['planned', String(status.planned)],
    ['completed', String(status.completed)],
    ['running', String(status.running)],
    ['interrupted', `${status.interrupted}${status.interrupted > 0 ? '  (outcome unknown)' : ''}`],
    ['not started', String(status.notStarted)],
    ['run', runWords(status, path)],
    ['last event', status.lastEvent ?? 'none'],
    ['record', `${record}, ${status.events} events`],
    ['head', status.head],
  ]
  return [safe(status.title), ...rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`)].join('\n')
}

function runWords({ lastRun, holder, planned, completed, interrupted }: StudyStatus, path: string): string {
  if (holder) return `going on: process ${holder.pid} on ${holder.host}, since ${holder.since}`
  const words = {
    running: 'going on',
    complete: 'none now; the last one completed the study',
    asked: 'none now; the last one was stopped by its user',
    halted: 'none now; the last one was halted: parley report says what it waits for',
    failed: 'none now; the last one failed',
    lost: 'none now; the last one was lost (a kill or a power cut)',
    none: 'none yet',
  }[lastRun]
  return completed + interrupted < planned ? `${words}. Go on with: parley run ${path}` : words
}
