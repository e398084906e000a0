/**
 * Exports and checks in a process whose heap is kept small: what a study needs is known from its size, and without a
 * bound, which only a new process can be given, a heap grows to several times of that before anything is collected.
 */
import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ExitCode, type Problem, UserError } from '../core/problem.ts'
import type { Difference } from '../record/difference.ts'
import { openReader } from '../store/index.ts'
import type { ExportOptions } from './export.ts'
import { FILES } from './names.ts'
import type { FolderCheck } from './verify.ts'

export interface ExportTask extends Pick<ExportOptions, 'open' | 'seal' | 'verifier'> {
  readonly kind: 'export'
  readonly record: string
  readonly folder: string
}

export interface VerifyTask {
  readonly kind: 'verify'
  readonly folder: string
  readonly verifier: string
  readonly head?: string
}

export type Task = ExportTask | VerifyTask

/** What an export tells of itself. */
export interface ExportTold {
  readonly study: string
  readonly assignments: number
  readonly turns: number
  readonly calls: number
  readonly events: number
  readonly head: string
  readonly manifest: string
  readonly sealed?: string
  readonly differences: readonly Difference[]
}

export type ChildMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly all: number }
  | { readonly kind: 'done'; readonly result: ExportTold | FolderCheck }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[]; readonly exit: ExitCode }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string }

type Progress = (done: number, all: number) => void

/** Measured: some 25 MB for the code and 8 KB for each negotiation stay in the heap; the rest is room to breathe. */
const BASE_MB = 80
const EACH_MB = 0.009
const FLAGS = ['--max-semi-space-size=4']

/** Throws as exportStudy does. */
export async function exportInChild(task: ExportTask, progress: Progress): Promise<ExportTold> {
  const reader = await openReader(task.record)
  const { length } = await reader.streams().finally(() => reader.close())
  return (await inChild(task, length, progress)) as ExportTold
}

/** Throws as checkFolder does. */
export async function verifyInChild(task: VerifyTask, progress: Progress): Promise<FolderCheck> {
  return (await inChild(
    task,
    sizeOf(join(task.folder, FILES.manifest)) / BYTES_EACH,
    progress,
  )) as FolderCheck
}

/** 0 where there is none, or nobody may ask: the check itself says so. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** A negotiation's line in the manifest. */
const BYTES_EACH = 150

function inChild(task: Task, negotiations: number, progress: Progress): Promise<ExportTold | FolderCheck> {
  const name = `./child.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`
  const heap = `--max-old-space-size=${Math.ceil(BASE_MB + negotiations * EACH_MB)}`
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), [], {
    execArgv: [...process.execArgv, ...FLAGS, heap],
  })
  child.send(task)
  return new Promise((done, fail) => {
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'progress') progress(message.done, message.all)
      else if (message.kind === 'done') done(message.result)
      else if (message.kind === 'problems') fail(new UserError(message.problems, message.exit))
      else fail(Object.assign(new Error(message.message), { stack: message.stack }))
    })
    child.on('error', fail)
    child.on('exit', (code, signal) =>
      fail(new Error(`the process that did the work ended with ${signal ?? code}`)),
    )
  })
}
