/**
 * Writes a study's site: the published folder, and pages that are made of the published record alone. The same record
 * gives the same bytes each time, by the same version of Parley.
 */
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VERSION } from '../core/version.ts'
import { exportInChild } from '../publication/in-child.ts'
import type { Manifest } from '../publication/manifest.ts'
import { FILES } from '../publication/names.ts'
import { openReader } from '../store/index.ts'
import { writeArchive } from './archive.ts'
import { downloadsOf } from './downloads.ts'
import { attemptsFile, between, hrefFrom, negotiationFile, PER_PAGE, SITE, scenarioFile } from './names.ts'
import { readNotes } from './notes.ts'
import { PREVIEW, previewImage } from './preview.ts'
import { publishedReader } from './published-reader.ts'
import type { SiteEnv, SitePage } from './render.ts'
import { shortened } from './shorten.ts'
import { openSitePages } from './site-pages.ts'
import { openTarget, SITE_FORMAT, type SiteMark } from './target-folder.ts'
import { webBuild } from './web-build.ts'

export interface SiteOptions {
  /** Whether the export is noted in the study's own stream. */
  readonly seal: boolean
  /** The single-file verifier. */
  readonly verifier: string
  /** Where the site will stand, with a `/` at its end. */
  readonly url?: string
  progress?(done: number, all: number): void
}

export interface SiteWritten {
  readonly study: string
  readonly pages: number
  /** All files, those of the published folder among them. */
  readonly files: number
  readonly bytes: number
  readonly planned: number
  /** Assignments that are still to be played or ended. */
  readonly open: number
  /** Where the record differs from what its own rules lead to. */
  readonly differences: number
  readonly sealed?: string
  /** The sections that have words of the author's. */
  readonly notes: readonly string[]
}

/** `place`: of the study's folder and its record. Throws a UserError where either folder cannot be used. */
export async function writeSite(
  place: { readonly folder: string; readonly record: string },
  folder: string,
  options: SiteOptions,
): Promise<SiteWritten> {
  const { seal, verifier, progress = () => {} } = options
  await (await openReader(place.record)).close()
  const target = openTarget(folder)
  try {
    // All that can be wrong with these is told before the export is noted in the record.
    const [build, notes] = await Promise.all([webBuild(), readNotes(place.folder)])
    const data = join(target.parts, SITE.data)
    // The export is as much work as the pages.
    const exported = await exportInChild(
      { kind: 'export', record: place.record, folder: data, open: [], seal, verifier },
      (done, all) => progress(done, 2 * all),
    )
    const { study, sealed } = exported
    const archive = `${study}-data.tar.gz`
    const out = new Files(target.parts)
    out.count(archive, await writeArchive(data, `${study}-data`, join(target.parts, archive)))
    const manifest = JSON.parse(readFileSync(join(data, FILES.manifest), 'utf8')) as Manifest
    const published = [
      ...manifest.files,
      ...(sealed === undefined ? [] : [{ bytes: sizeOf(join(data, FILES.seal)) }]),
    ]
    const dataBytes = published.reduce((sum, { bytes }) => sum + bytes, sizeOf(join(data, FILES.manifest)))

    const reader = await publishedReader(await openReader(place.record))
    try {
      const pages = await openSitePages(reader, {
        file: place.record,
        notes,
        downloads: downloadsOf(data, manifest.files),
      })
      const { title } = pages.study
      const alt = `The results of ${title} as a picture.`
      const write = (at: string, page: SitePage): void => {
        const near = (file: string): string => between(at, file)
        const env: SiteEnv = {
          href: hrefFrom(at),
          styles: build.styles.map(near),
          script: near(build.script),
          check: near(SITE.check),
          archive: { href: near(archive), bytes: out.sizeOf(archive) },
          data: near(`${SITE.data}/`),
          rows: near(SITE.rows),
          ...{ study, studyTitle: title, at, version: VERSION },
          preview: { href: near(SITE.preview), ...PREVIEW, alt },
          ...(options.url === undefined
            ? {}
            : { address: new URL(at === SITE.home ? '' : at, options.url).href }),
        }
        out.write(at, build.renderPage(page, env).html)
        out.pages++
      }
      for (const file of build.files) out.copy(join(build.client, file), file)
      out.write(SITE.preview, previewImage(pages.study))
      write(SITE.home, pages.study)
      write(SITE.check, {
        kind: 'check',
        ...{ study, title },
        description: `Replay and score every negotiation of ${title} again, in your own browser.`,
        ...(sealed === undefined ? {} : { sealed }),
        negotiations: exported.assignments,
        files: published.length + 1,
        bytes: dataBytes,
      })
      const all = pages.attempts(Infinity)
      out.write(SITE.rows, JSON.stringify({ ...all, size: PER_PAGE }))
      const lists = Math.max(1, Math.ceil(all.total / PER_PAGE))
      for (let page = 1; page <= lists; page++) write(attemptsFile(page), pages.attempts(PER_PAGE, page))
      for (const key of pages.scenarios) write(scenarioFile(key), pages.scenario(key))
      for (const [i, id] of pages.ids.entries()) {
        write(negotiationFile(id), shortened(await pages.negotiation(id)))
        progress(pages.ids.length + i + 1, 2 * pages.ids.length)
      }
      const mark: SiteMark = {
        parley_site: SITE_FORMAT,
        ...{ study, parley: VERSION },
        ...(sealed === undefined ? {} : { sealed }),
      }
      out.write(SITE.mark, `${JSON.stringify(mark, null, 2)}\n`)
      const { planned, completed, interrupted } = pages.study.progress
      target.finish()
      return {
        study,
        pages: out.pages,
        files: out.files + published.length + 1,
        bytes: out.bytes + dataBytes,
        planned,
        open: planned - completed - interrupted,
        differences: exported.differences.length,
        ...(sealed === undefined ? {} : { sealed }),
        notes: Object.keys(notes),
      }
    } finally {
      await reader.close()
    }
  } finally {
    target.drop()
  }
}

const sizeOf = (path: string): number => statSync(path).size

/** Writes files below a folder, and counts them. */
class Files {
  readonly #folder: string
  readonly #sizes = new Map<string, number>()
  pages = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  get files(): number {
    return this.#sizes.size
  }

  get bytes(): number {
    return this.#sizes.values().reduce((sum, bytes) => sum + bytes, 0)
  }

  sizeOf(path: string): number {
    return this.#sizes.get(path)!
  }

  count(path: string, bytes: number): void {
    this.#sizes.set(path, bytes)
  }

  write(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    writeFileSync(this.#place(path), bytes)
    this.count(path, bytes.length)
  }

  copy(from: string, path: string): void {
    copyFileSync(from, this.#place(path))
    this.count(path, sizeOf(from))
  }

  #place(path: string): string {
    const place = join(this.#folder, path)
    mkdirSync(dirname(place), { recursive: true })
    return place
  }
}
