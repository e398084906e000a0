/** Writes a published folder, and notes it in the study's own stream. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import { VERSION } from '../core/version.ts'
import { GENESIS, sealEvent } from '../record/chain.ts'
import { STUDY } from '../record/verify.ts'
import { nodeSha256, openReader, openWriter, type StoredEvent } from '../store/index.ts'
import { nodeHasher } from '../store/node-hash.ts'
import { FileSink } from './file-sink.ts'
import { FILES } from './names.ts'
import { makeOpening } from './opening.ts'
import { NoStudy, type Published, publish } from './publish.ts'
import { parsed } from './record-lines.ts'
import { recordSource } from './record-source.ts'
import { manifestOf, publishedLength, sealText } from './seal.ts'
import { put } from './sink.ts'

export interface ExportOptions {
  /** What to open of the sealed fields; see makeOpening. */
  readonly open: readonly string[]
  /** Whether the export is noted in the study's own stream. */
  readonly seal: boolean
  /** The single-file verifier. */
  readonly verifier: string
  now(): Date
  progress?(done: number, all: number): void
}

export interface Exported extends Published {
  /** The last hash of the seal: it stands for the whole folder. Undefined where there is no seal. */
  readonly sealed?: string
}

/** Exports the record at `record` into `folder`. Throws a UserError where either cannot be used. */
export async function exportStudy(record: string, folder: string, options: ExportOptions): Promise<Exported> {
  const place = resolve(folder)
  mustBeFree(place, folder)
  const opening = makeOpening(options.open)
  const reader = await openReader(record)
  const parts = join(dirname(place), `.${basename(place)}.parley-export`)
  try {
    const study = await reader.read(STUDY)
    const length = publishedLength(study)
    const source = await recordSource(reader, study.slice(0, length), opening)
    writable(folder, () => {
      rmSync(parts, { recursive: true, force: true })
      mkdirSync(parts, { recursive: true })
    })
    const { verifier, progress } = options
    const context = {
      ...{ sha256: nodeSha256, hasher: nodeHasher, verifier, opened: opening.asked, sealed: options.seal },
      ...(progress ? { progress } : {}),
    }
    const published = await publish(source, new FileSink(parts), context).catch((error: unknown) => {
      throw error instanceof NoStudy ? noStudy(record) : error
    })
    opening.mustHaveOpened()
    const seal = options.seal ? await sealOf(record, published.manifest, length, options.now) : undefined
    if (seal) put(new FileSink(parts), FILES.seal, sealText(seal))
    writable(folder, () => {
      rmSync(place, { recursive: true, force: true })
      renameSync(parts, place)
    })
    return seal ? { ...published, sealed: seal.at(-1)!.hash } : published
  } finally {
    rmSync(parts, { recursive: true, force: true })
    await reader.close()
  }
}

/**
 * The export's events in the study's own stream, up to the one that holds this manifest. The same export of the same
 * record finds its own event again, so that it gives the same bytes.
 */
async function sealOf(
  record: string,
  manifest: string,
  length: number,
  now: () => Date,
): Promise<readonly StoredEvent[]> {
  const known = await (async () => {
    const reader = await openReader(record)
    try {
      return await reader.read(STUDY, length)
    } finally {
      await reader.close()
    }
  })()
  const at = known.findIndex((event) => manifestOf(event) === manifest)
  if (at >= 0) return known.slice(0, at + 1)
  const writer = await openWriter(record)
  try {
    const study = await writer.read(STUDY)
    if (study.length !== length + known.length) {
      const message = 'The record has grown while it was exported.'
      throw new UserError([{ file: record, message, mend: 'Export it again.' }], EXIT.busy)
    }
    const event = {
      type: 'study.exported',
      manifest,
      parley: VERSION,
      seq: study.length,
      at: now().toISOString(),
    } as const
    const stored = sealEvent(event, study.at(-1)?.hash ?? GENESIS, nodeSha256)
    writer.append(STUDY, stored)
    await writer.commit()
    return [...known, stored]
  } finally {
    await writer.close()
  }
}

/** A former export may be written anew; anything else stays. */
function mustBeFree(place: string, folder: string): void {
  if (!existsSync(place)) return
  let names: string[]
  try {
    names = readdirSync(place)
  } catch {
    throw new UserError([{ file: folder, message: 'There is a file of this name.' }], EXIT.usage)
  }
  if (names.length === 0) return
  const former = names.includes(FILES.manifest) && isManifest(join(place, FILES.manifest))
  if (former) return
  const mend = 'Name an empty folder, one that is not there yet, or a former export.'
  throw new UserError(
    [{ file: folder, message: 'The folder holds other files.', found: names.slice(0, 3).join(', '), mend }],
    EXIT.usage,
  )
}

const isManifest = (path: string): boolean =>
  Object.hasOwn((parsed(readFileSync(path, 'utf8')) ?? {}) as object, 'parley_publication')

function writable(folder: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    const message = `The folder cannot be written: ${(error as Error).message}.`
    throw new UserError([{ file: folder, message }], EXIT.record)
  }
}

const noStudy = (record: string): UserError =>
  new UserError(
    [
      {
        file: record,
        message: 'The record does not begin with a study.',
        mend: 'Play one first: parley run.',
      },
    ],
    EXIT.record,
  )
