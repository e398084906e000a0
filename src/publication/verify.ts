/**
 * Checks a published folder with nothing but the folder: its files against the manifest, the manifest against the
 * record's chain, the record at all its depths, and every file against what the record leads to.
 */
import { EXIT, UserError } from '../core/problem.ts'
import type { Hasher, Sha256 } from '../record/hash.ts'
import type { DepthResult } from '../record/verify.ts'
import { compareFiles, namedFiles, readManifest } from './check-files.ts'
import { attemptsResult, type CheckResult, depthResults, result, scorerResult } from './check-results.ts'
import { checkSeal } from './check-seal.ts'
import { CompareSink } from './compare-sink.ts'
import type { Finding } from './finding.ts'
import { type Folder, readText } from './folder.ts'
import { folderSource } from './folder-source.ts'
import { scorerHere } from './identity.ts'
import type { Manifest } from './manifest.ts'
import { FILES } from './names.ts'
import { NoStudy, type Published, publish } from './publish.ts'

export interface FolderCheck {
  readonly study?: string
  readonly checks: readonly CheckResult[]
  /** What a reader should know that is no difference. */
  readonly notes: readonly string[]
  /** The scorer that was used here, the one that wrote the folder and the one that was registered. */
  readonly scorers: { readonly here: string; readonly writer?: string; readonly registered?: string }
  readonly head?: string
  /** The hash that stands for the whole folder. */
  readonly sealed?: string
  readonly turns: number
}

export interface FolderOptions {
  readonly sha256: Sha256
  /** Hashes what comes in pieces. */
  readonly hasher: () => Hasher
  /** A hash that is known from elsewhere: of the seal, or of any event of the study's own stream. */
  readonly head?: string
  /** The verifier of this very code; undefined where it is not known. */
  readonly verifier?: string
  /** `depths`: what the record's own check has found so far. */
  progress?(done: number, all: number, depths: () => readonly DepthResult[]): void
}

/** Files whose words may be otherwise in another version of Parley; their bytes are the manifest's to check. */
const WORDS = /\.(md|cff|svg|parquet)$|^(ro-crate-metadata|croissant)\.json$/

/** Checks a folder. Throws a UserError (EXIT.record) where there is no publication in it. */
export async function checkPublication(folder: Folder, options: FolderOptions): Promise<FolderCheck> {
  const { sha256 } = options
  const text = readText(folder, FILES.manifest)
  if (text === undefined) {
    const file = `${folder.name}/${FILES.manifest}`
    const why = folder.whyNot?.(FILES.manifest)
    const none = {
      message: 'There is no published study here.',
      mend: 'Name a folder that parley export wrote.',
    }
    throw new UserError([{ file, ...(why === undefined ? none : { message: why }) }], EXIT.record)
  }
  const files: Finding[] = []
  const manifest = readManifest(text)
  if (!manifest) files.push({ file: FILES.manifest, message: 'The manifest is not as Parley writes one.' })
  const present = folder.list() ?? (manifest ? namedFiles(manifest) : [])
  const tables: Finding[] = []
  const record: Finding[] = []
  const notes: string[] = []
  const sameCode = options.verifier !== undefined && options.verifier === readText(folder, FILES.verifier)
  const sink = new CompareSink(folder, (finding) => {
    if (sameCode || !WORDS.test(finding.file)) tables.push(finding)
    else
      notes.push(
        `${finding.file} is worded otherwise by this version of Parley; its bytes were checked by the manifest alone.`,
      )
  })
  let published: Published | undefined
  try {
    published = await publishAgain(folder, sink, manifest, options)
  } catch (error) {
    if (error instanceof UserError)
      record.push(
        ...error.problems.map(({ file, line, message }) => ({
          file,
          ...(line === undefined ? {} : { place: `line ${line}` }),
          message,
        })),
      )
    else if (error instanceof NoStudy)
      record.push({ file: FILES.study, message: 'The record does not begin with a study.' })
    else record.push({ file: 'record', message: `The record cannot be read: ${(error as Error).message}` })
  }
  const made = new Map(
    published?.files.filter(({ path }) => sink.same.has(path)).map((entry) => [entry.path, entry]),
  )
  const checkedFiles = manifest ? compareFiles(folder, manifest, present, made, options.hasher, files) : 0
  if (published) {
    const known = new Set([...sink.paths, FILES.seal])
    for (const path of present) {
      if (known.has(path) || files.some(({ file }) => file === path)) continue
      tables.push({ file: path, message: 'The record does not lead to such a file.' })
    }
  }
  notes.push(...(published?.elsewhere ?? []))
  const seal = checkSeal(folder, text, manifest, published, options)
  notes.push(...seal.notes)
  const checks: CheckResult[] = [
    result('files', `${checkedFiles} files against ${FILES.manifest}`, files),
    result('seal', seal.checked, seal.findings),
    ...depthResults(published, record),
    result(
      'tables',
      published ? `${sink.same.size} files made again from the record, cell by cell` : 'not made again',
      tables,
      published !== undefined,
    ),
    attemptsResult(published),
    scorerResult(published, manifest, sha256, notes),
  ]
  const here = scorerHere(sha256, published?.plan.created.protocol)
  const registered = published?.plan.now.rules?.digest
  return {
    checks,
    notes: [...new Set(notes)],
    turns: published?.turns ?? 0,
    scorers: {
      here: `Parley ${here.parley}, ${here.digest}`,
      ...(manifest ? { writer: `Parley ${manifest.parley}, ${manifest.rules.golden_vectors}` } : {}),
      ...(registered === undefined ? {} : { registered }),
    },
    ...(published ? { study: published.plan.created.study, head: published.head } : {}),
    ...(seal.sealed === undefined ? {} : { sealed: seal.sealed }),
  }
}

async function publishAgain(
  folder: Folder,
  sink: CompareSink,
  manifest: Manifest | undefined,
  { sha256, hasher, progress }: FolderOptions,
): Promise<Published> {
  const source = folderSource(folder)
  try {
    const verifier = readText(folder, FILES.verifier) ?? ''
    const opened = manifest?.opened ?? []
    const sealed = manifest?.sealed ?? true
    const writer = manifest && { parley: manifest.parley, digest: manifest.rules.golden_vectors }
    const context = {
      sha256,
      hasher,
      verifier,
      opened,
      sealed,
      ...(writer ? { writer } : {}),
      ...(progress ? { progress } : {}),
    }
    return await publish(source, sink, context)
  } finally {
    source.close()
  }
}
