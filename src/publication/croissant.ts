/** croissant.json: the tables for machine learning tools (https://docs.mlcommons.org/croissant/docs/croissant-spec.html). */
import { lastDay } from './citation.ts'
import type { ColumnType } from './column.ts'
import { formatOf } from './crate.ts'
import type { Ledger } from './ledger.ts'
import type { Unwritten } from './publish.ts'
import type { TableAbout } from './whole.ts'

const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'sc:Text',
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  time: 'sc:DateTime',
}

export function croissantText(published: Unwritten, tables: readonly TableAbout[], ledger: Ledger): string {
  const { created, now } = published.plan
  const nameOf = (file: string): string => file.replace(/\.csv$/, '')
  const data = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: created.study,
    description: `${now.title}: the tables of the published record.`,
    version: '1.0.0',
    datePublished: lastDay(published),
    identifier: `sha256:${published.head}`,
    distribution: tables.map(({ file, says }) => ({
      '@type': 'cr:FileObject',
      '@id': file,
      name: file,
      description: says,
      contentUrl: file,
      encodingFormat: formatOf(file),
      contentSize: `${ledger.entry(file)?.bytes} B`,
      sha256: ledger.entry(file)?.sha256,
    })),
    recordSet: tables.map(({ file, says, columns }) => ({
      '@type': 'cr:RecordSet',
      '@id': nameOf(file),
      name: nameOf(file),
      description: says,
      field: columns.map(({ name, type, says: about }) => ({
        '@type': 'cr:Field',
        '@id': `${nameOf(file)}/${name}`,
        name,
        description: about,
        dataType: TYPES[type],
        source: { fileObject: { '@id': file }, extract: { column: name } },
      })),
    })),
  }
  return `${JSON.stringify(data, null, 1)}\n`
}
