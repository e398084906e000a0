/** ro-crate-metadata.json: the folder as a research object (https://w3id.org/ro/crate/1.1). */
import { lastDay } from './citation.ts'
import type { Ledger } from './ledger.ts'
import { FILES } from './names.ts'
import type { Unwritten } from './publish.ts'

const FORMATS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  mjs: 'text/javascript',
  parquet: 'application/vnd.apache.parquet',
  yaml: 'application/yaml',
  cff: 'application/yaml',
  svg: 'image/svg+xml',
  liquid: 'text/plain',
}

export const formatOf = (path: string): string =>
  FORMATS[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

export function crateText(published: Unwritten, parley: string, ledger: Ledger): string {
  const { created, now } = published.plan
  const files = ledger.entries.map(({ path, bytes, sha256 }) => ({
    '@id': path,
    '@type': 'File',
    encodingFormat: formatOf(path),
    contentSize: String(bytes),
    sha256,
  }))
  const graph = [
    {
      '@id': FILES.crate,
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: now.title,
      description: `The whole record of the study ${created.study}: negotiations turn by turn, with all that is needed to check them.`,
      datePublished: lastDay(published),
      license: 'not stated in the record',
      identifier: `sha256:${published.head}`,
      hasPart: files.map((file) => ({ '@id': file['@id'] })),
    },
    {
      '@id': '#export',
      '@type': 'CreateAction',
      instrument: { '@id': '#parley' },
      result: { '@id': './' },
    },
    { '@id': '#parley', '@type': 'SoftwareApplication', name: 'Parley', softwareVersion: parley },
    ...files,
  ]
  return `${JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph }, null, 1)}\n`
}
