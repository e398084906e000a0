/**
 * How far a run is, on standard error. A terminal gets two lines that redraw themselves; a pipe or a log file gets
 * a plain line now and then, ever more seldom. The time left is reckoned from what this run has done so far.
 */
import { createLogUpdate } from 'log-update'
import pico from 'picocolors'
import type { Io } from './io.ts'
import { cut, safeLine } from './text.ts'

export interface ProgressState {
  /** Finished negotiations, those of earlier runs among them. */
  readonly done: number
  readonly running: number
  readonly left: number
  /** What all runs have cost, `$0.42` or `at least $0.40`; left out where nothing is paid for. */
  readonly cost?: string
  /** A few words on what is going on: `waits for the provider`. */
  readonly note?: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly now: number
}

export interface Progress {
  /** Cheap to call after every event: it draws only where a reader could see the difference. */
  update(state: ProgressState): void
  /** Draws the last state once more and leaves it standing. */
  done(): void
}

/** Said when a person asks a run with models to stop: a call may take minutes, and a second Ctrl-C costs replies. */
export const STOPPING =
  'Stopping: no further call begins, those in flight are waited for. Ctrl-C once more ends it at once, and their replies are lost.'

/** A person sees no difference below this. */
const REDRAW_MS = 100
const BAR_WIDTH = 60
/** Before this much of a run has passed, what it says of the rest is noise. */
const RECKON_MS = 2000
/** Plain lines: the first after this time, then each time after twice as long, up to the longest. */
const FIRST_LINE_MS = 10_000
const LONGEST_LINE_MS = 120_000

/** `stream` is where a terminal's line is drawn; plain lines go through `io.note`. */
export function makeProgress(io: Io, stream: NodeJS.WritableStream = process.stderr): Progress {
  return io.live && io.env.TERM !== 'dumb' ? liveProgress(io, stream) : plainProgress(io)
}

function liveProgress(io: Io, stream: NodeJS.WritableStream): Progress {
  const draw = createLogUpdate(stream)
  const paint = pico.createColors(!io.env.NO_COLOR)
  let first: ProgressState | undefined
  let last: ProgressState | undefined
  let drawnAt = Number.NEGATIVE_INFINITY
  const width = Math.min(BAR_WIDTH, io.columns - 1)
  const text = (state: ProgressState): string =>
    `${barText(state, width, paint)}\n${cut(progressWords(state, first ?? state), io.columns - 1)}`
  return {
    update(state) {
      first ??= state
      last = state
      if (state.now - drawnAt < REDRAW_MS) return
      drawnAt = state.now
      draw(text(state))
    },
    done() {
      if (last) draw(text(last))
      draw.done()
    },
  }
}

function plainProgress(io: Io): Progress {
  let first: ProgressState | undefined
  let last: ProgressState | undefined
  let told: ProgressState | undefined
  let wait = FIRST_LINE_MS
  let toldAt = 0
  const tell = (state: ProgressState): void => {
    told = state
    io.note(progressWords(state, first ?? state))
  }
  return {
    update(state) {
      if (!first) {
        first = state
        toldAt = state.now
      }
      last = state
      if (state.now - toldAt < wait) return
      toldAt = state.now
      wait = Math.min(wait * 2, LONGEST_LINE_MS)
      tell(state)
    },
    done() {
      if (last && last !== told) tell(last)
    },
  }
}

type Paint = ReturnType<typeof pico.createColors>

function barText({ done, running, left }: ProgressState, width: number, paint: Paint): string {
  const whole = Math.max(1, done + running + left)
  const full = Math.floor((done / whole) * width)
  const begun = Math.min(width - full, Math.ceil((running / whole) * width))
  const rest = width - full - begun
  return paint.green('█'.repeat(full)) + paint.dim('▒'.repeat(begun) + '░'.repeat(rest))
}

/** `12 of 40 done, 4 running, 24 left, $0.42, 12 s, about 28 s to go`. `first` is this run's first state. */
export function progressWords(state: ProgressState, first: ProgressState): string {
  const { done, running, left } = state
  const elapsed = state.now - state.startedAt
  const gained = done - first.done
  const missing = running + left
  const spent = state.now - first.now
  const toGo = spent >= RECKON_MS && gained > 0 && missing > 0 ? (spent / gained) * missing : undefined
  const parts = [
    `${done} of ${done + running + left} done`,
    running > 0 ? `${running} running` : undefined,
    left > 0 ? `${left} left` : undefined,
    state.cost,
    durationText(elapsed),
    toGo === undefined ? undefined : `about ${durationText(toGo)} to go`,
    state.note === undefined ? undefined : safeLine(state.note),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  const minutes = Math.round(whole / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
