/**
 * Writes a study's site: the published folder, and pages that are made of the published record alone. The same record
 * gives the same bytes each time, by the same version of Parley.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { VERSION } from '../core/version.ts'
import { exportInChild } from '../publication/in-child.ts'
import type { Manifest } from '../publication/manifest.ts'
import { FILES } from '../publication/names.ts'
import { passStream } from '../record/passes/names.ts'
import { openReader } from '../store/index.ts'
import { writeArchive } from './archive.ts'
import { listOfComparisons } from './comparisons.ts'
import { downloadsOf } from './downloads.ts'
import { Files } from './files.ts'
import {
  attemptsFile,
  between,
  callsFile,
  compareFile,
  hasPage,
  hrefFrom,
  negotiationFile,
  PER_PAGE,
  SITE,
  scenarioFile,
} from './names.ts'
import { readNotes } from './notes.ts'
import { PREVIEW, previewImage } from './preview.ts'
import { callsPage, passesOver, publicCalls } from './public-calls.ts'
import { publishedReader } from './published-reader.ts'
import type { SiteEnv, SitePage } from './render.ts'
import { shortened } from './shorten.ts'
import { openSitePages } from './site-pages.ts'
import { notWritten, openTarget, SITE_FORMAT, type SiteMark } from './target-folder.ts'
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
      const compared = pages.compared.all
      const alt = `The results of ${title} as a picture.`
      const write = (at: string, page: SitePage, calls = NO_CALLS): number => {
        const near = (file: string): string => between(at, file)
        const env: SiteEnv = {
          href: hrefFrom(at, compared),
          lacks: (target) => !hasPage(target, compared),
          styles: build.styles.map(near),
          script: near(build.script),
          check: near(SITE.check),
          archive: { href: near(archive), bytes: out.sizeOf(archive) },
          data: near(`${SITE.data}/`),
          calls: new Map([...calls].map(([pass, file]) => [pass, near(file)])),
          rows: near(SITE.rows),
          ...{ study, studyTitle: title, at, version: VERSION },
          preview: { href: near(SITE.preview), ...PREVIEW, alt },
          ...(options.url === undefined
            ? {}
            : { address: new URL(at === SITE.home ? '' : at, options.url).href }),
        }
        const { html } = build.renderPage(page, env)
        out.write(at, html)
        return gzipSync(html, { level: 1 }).length
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
      if (compared.length > 0) write(SITE.compare, listOfComparisons(title, pages.compared))
      for (const [i, sides] of compared.entries()) write(compareFile(i + 1), pages.compared.page(sides))
      const calls = publicCalls(data)
      for (const [i, id] of pages.ids.entries()) {
        const page = await pages.negotiation(id)
        const of = new Map<string | undefined, string>()
        for (const by of [undefined, ...passesOver(page)]) {
          const stream = by ? passStream(by.pass, id) : id
          const lines = calls.of(stream)
          if (lines.length === 0) continue
          of.set(by?.pass, callsFile(stream))
          writeCalls(callsFile(stream), (most) => callsPage(page, lines, most, by), write)
        }
        write(negotiationFile(id), shortened(page), of)
        progress(pages.ids.length + i + 1, 2 * pages.ids.length)
      }
      calls.close()
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
  } catch (error) {
    throw notWritten(folder, error) ?? error
  } finally {
    target.drop()
  }
}

/** Pages without calls of their own. */
const NO_CALLS: SiteEnv['calls'] = new Map()

/** The most that a page may weigh, compressed; style sheet and script come to some 10 KB more. */
const HEAVIEST = 180_000

/** Each request of a long talk holds all that was said before: where a page would be too heavy, texts are cut. */
function writeCalls(
  at: string,
  cut: (most: number) => SitePage,
  write: (at: string, page: SitePage) => number,
): void {
  for (const most of [Infinity, 20_000, 4_000, 1_000, 200]) if (write(at, cut(most)) <= HEAVIEST) return
}

const sizeOf = (path: string): number => statSync(path).size
