/** The names of the files in a published folder. */
export const FILES = {
  readme: 'README.md',
  results: 'RESULTS.md',
  dictionary: 'DATA_DICTIONARY.md',
  citation: 'CITATION.cff',
  crate: 'ro-crate-metadata.json',
  croissant: 'croissant.json',
  manifest: 'manifest.json',
  seal: 'seal.json',
  verifier: 'verify.mjs',
  study: 'record/study.jsonl',
  negotiations: 'record/negotiations.jsonl',
  registration: 'registration.json',
  history: 'registration-history.json',
  calls: 'public-calls.jsonl',
  scores: 'assigned-scores.json',
  log: 'assignment-log.csv',
  attempts: 'per-assignment-data.csv',
  turns: 'turns.csv',
  offers: 'offers.csv',
  readings: 'readings.csv',
  laterReadings: 'later-readings.csv',
  labels: 'labels.csv',
  recognition: 'recognition.csv',
  summary: 'reader-summary.csv',
} as const

/** The summary by one factor: `reader-opener-summary.csv`. */
export const factorFile = (factor: string): string => `reader-${factor}-summary.csv`

/** Names of negotiations, factors and scenarios become names of files. */
export const fileName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '_')

export const transcriptFile = (negotiation: string): string => `transcripts/${fileName(negotiation)}.md`

/** The Parquet file beside a CSV. */
export const parquetFile = (csv: string): string => csv.replace(/\.csv$/, '.parquet')
