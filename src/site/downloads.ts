/** The published files as a reader chooses among them: each with a sentence and its size. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DownloadData } from '../pages/types.ts'
import type { FileEntry } from '../publication/ledger.ts'
import { FILES } from '../publication/names.ts'

/** In the order in which a reader wants them. A pattern stands for several files. */
const SENTENCES: readonly (readonly [file: string | RegExp, about: string])[] = [
  [FILES.results, 'The report: methods, how the data were collected, results, what they cannot say.'],
  [FILES.attempts, 'Every assignment a row, begun or not; what is unknown is blank.'],
  [
    FILES.turns,
    'Every turn a row: its words, its action, repairs, faults, votes, what the offer was worth to each.',
  ],
  [FILES.offers, 'Every offer with its terms and the points of all parties.'],
  [FILES.readings, 'Every reading that an observer made in a talk, a row each.'],
  [FILES.laterReadings, 'Every reading that other observers made of the talks afterwards.'],
  [FILES.labels, "People's labels of talks, made blind to who talked."],
  [FILES.recognition, 'What those who talked said when they were asked whether they knew the story.'],
  [FILES.summary, 'The figures by pairing.'],
  [/^reader-.*-summary\.csv$/, 'The figures by pairing and by level of one factor.'],
  ['comparisons.csv', "Differences of pairings' means, with bounds for what is unknown."],
  [FILES.scores, 'Points and gains of every attempt as exact fractions.'],
  [FILES.log, 'Every assignment in its order: when it was played, where its record ends.'],
  [FILES.calls, 'Every request to a model and what came of it, a call a line.'],
  [FILES.registration, 'What was registered before anything was played.'],
  [FILES.history, 'Runs, amendments, extensions, looks at results, and what vouches for their times.'],
  [FILES.study, "The study's own record, an event a line, each with its hash."],
  [FILES.negotiations, 'The record of every negotiation, an event a line, each with its hash.'],
  [/^packs\/[^/]+\/scenario\.yaml$/, 'The scenario as it was played: terms, points, parties.'],
  [FILES.dictionary, 'What every column and every field means.'],
  [FILES.readme, 'How to check the folder, and what is left out of it.'],
  [FILES.verifier, 'The verifier: parser, rules and scorer in one file that needs Node and nothing else.'],
  [FILES.manifest, 'The length and the hash of every file.'],
  [FILES.seal, "The event of the record that holds the manifest's hash: it stands for every byte."],
  [/^plots\/.*\.svg$/, 'A figure as SVG, with nothing to load from elsewhere.'],
  [FILES.citation, 'How to cite the study.'],
  [FILES.crate, 'Metadata for archives (RO-Crate).'],
  [FILES.croissant, 'Metadata for tools that load data (Croissant).'],
]

/** `entries`: of the manifest. `folder`: of the publication. An empty file is left out: there is nothing in it. */
export function downloadsOf(folder: string, entries: readonly FileEntry[]): DownloadData[] {
  const sizes = new Map(entries.map(({ path, bytes }) => [path, bytes]))
  for (const path of [FILES.manifest, FILES.seal]) {
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size
    if (size !== undefined) sizes.set(path, size)
  }
  const told = new Set<string>()
  return SENTENCES.flatMap(([file, about]) => {
    const found = [...sizes.keys()].filter((path) =>
      typeof file === 'string' ? path === file : file.test(path),
    )
    return found.flatMap((path): DownloadData[] => {
      const bytes = sizes.get(path)!
      if (told.has(path) || bytes === 0) return []
      told.add(path)
      const parquet = path.replace(/\.csv$/, '.parquet')
      const twin = parquet !== path && sizes.has(parquet) ? ' Beside it lies the same table as Parquet.' : ''
      return [{ file: path, about: about + twin, bytes }]
    })
  })
}
