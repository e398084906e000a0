/**
 * Who has looked at outcomes: noted in the record by every command that shows them, so that a later extension or
 * amendment says from the record, and not from memory, whether results had been seen. While a run holds the record a
 * look waits in a file beside it, and the next writer takes it in.
 */
import { access, appendFile, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import type { ResultsSeen } from '../record/events.ts'
import { openReader, openWriter } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { type Journal, makeJournal } from './journal.ts'
import { RECORD_FILE, STUDY_FILE } from './load.ts'
import { STUDY_STREAM, type Survey, surveyRecord } from './survey.ts'

export interface LookOptions {
  now(): Date
  /** A fresh random text for salts. */
  random(): string
}

/**
 * Notes that `command` shows the outcomes of the record at `path`. Only the record in a study's own folder is noted
 * in: a copy that somebody reads elsewhere stays as it is. The same state is noted once.
 * Returns why it could not be noted, undefined where it was or need not be; never throws.
 */
export async function noteLook(
  path: string,
  command: string,
  options: LookOptions,
): Promise<string | undefined> {
  if (basename(path) !== RECORD_FILE || !(await exists(join(dirname(path), STUDY_FILE)))) return undefined
  // Where there is no record there is nothing to see: whoever reads it says so.
  if (!(await exists(path))) return undefined
  try {
    const reader = await openReader(path)
    const survey = await surveyRecord(reader, path, nodeSha256).finally(() => reader.close())
    const look = unseen(survey, command)
    if (!look) return undefined
    try {
      const writer = await openWriter(path)
      try {
        const now = await surveyRecord(writer, path, nodeSha256)
        const journal = makeJournal(writer, {
          ...options,
          salt: options.random,
          sha256: nodeSha256,
          streams: now.streams,
        })
        await takeIn(path, journal)
        const still = unseen(now, command)
        if (still) journal.append(STUDY_STREAM, still)
        await journal.commit()
      } finally {
        await writer.close()
      }
    } catch (error) {
      if (!(error instanceof UserError) || error.exit !== EXIT.busy) throw error
      await appendFile(waiting(path), `${JSON.stringify({ ...look, seenAt: options.now().toISOString() })}\n`)
    }
    return undefined
  } catch (error) {
    return error instanceof UserError ? (error.problems[0]?.message ?? '') : (error as Error).message
  }
}

/** The look to be noted; undefined where there is nothing to see, or this was seen before. */
function unseen({ plan, places }: Survey, command: string): ResultsSeen | undefined {
  const begun = places.filter(({ progress }) => progress !== 'planned').length
  const closed = places.filter(({ progress }) => progress === 'closed').length
  if (!plan || begun === 0) return undefined
  if (plan.looks.some((look) => look.begun >= begun && look.closed >= closed)) return undefined
  return { type: 'results.seen', command, begun, closed }
}

const waiting = (path: string): string => `${path}-looks`

/** Takes looks that waited into the record. To be committed before anything rests on what was seen. */
export async function takeIn(path: string, journal: Journal): Promise<void> {
  const file = waiting(path)
  if (!(await exists(file))) return
  // Out of the way of looks that come meanwhile.
  const taken = `${file}-taken`
  if (!(await exists(taken))) await rename(file, taken)
  for (const line of (await readFile(taken, 'utf8')).split('\n')) {
    const look = readLook(line)
    if (look) journal.append(STUDY_STREAM, look)
  }
  await journal.commit()
  await rm(taken, { force: true })
}

function readLook(line: string): ResultsSeen | undefined {
  try {
    const { command, begun, closed, seenAt } = JSON.parse(line) as Record<string, unknown>
    if (typeof command !== 'string' || typeof seenAt !== 'string') return undefined
    if (!Number.isSafeInteger(begun) || !Number.isSafeInteger(closed)) return undefined
    return { type: 'results.seen', command, begun: begun as number, closed: closed as number, seenAt }
  } catch {
    // A line that a kill cut short.
    return undefined
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
