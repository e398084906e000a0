/** What the page and the worker that checks say to each other. */
import type { FolderCheck } from '../../../src/publication/verify.ts'
import type { DepthResult } from '../../../src/record/verify.ts'

export interface CheckTask {
  /** Where the published files lie, with a `/` at its end. */
  readonly base: string
  /** A hash that is known from elsewhere. */
  readonly head?: string
}

/** How the three depths of the record stand: how much of each agrees so far, and what does not. */
export type DepthsSoFar = readonly Pick<DepthResult, 'depth' | 'status' | 'checked' | 'differences'>[]

export type CheckMessage =
  /** Files are fetched. */
  | { readonly step: 'fetch'; readonly done: number; readonly all: number; readonly bytes: number }
  /** Negotiations are replayed and scored, tables made again. */
  | {
      readonly step: 'replay'
      readonly done: number
      readonly all: number
      readonly depths: DepthsSoFar
    }
  | { readonly step: 'done'; readonly check: FolderCheck; readonly ms: number }
  /** It could not be made: `message` is in words for a person. */
  | { readonly step: 'failed'; readonly message: string }
