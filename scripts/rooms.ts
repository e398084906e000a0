/** The rooms of the source, and which way their imports may go. ARCHITECTURE.md explains them. */
export interface Room {
  /** A file belongs to the first room whose pattern its path under src/ matches. */
  readonly files: RegExp
  /** The rooms that it may import, beside itself. */
  readonly rooms: readonly string[]
  /** The packages that it may import; `declared` for all of package.json's dependencies, and Node's own modules. */
  readonly packages: readonly string[] | 'declared'
}

const CORE = ['core']
const PROTOCOLS = [...CORE, 'protocols']
const SCENARIO = [...PROTOCOLS, 'scenario']
const RECORD = [...SCENARIO, 'record', 'wire']
const NEGOTIATORS = [...RECORD, 'negotiators', 'client']
const STUDY = [...NEGOTIATORS, 'study', 'store', 'folder', 'svg']
const PUBLICATION = [...STUDY, 'publication']
const PAGES = [...PUBLICATION, 'page-types', 'pages']

/** The packages of a pure room are pure themselves: they neither touch Node nor the clock, chance or a locale. */
export const ROOMS: Readonly<Record<string, Room>> = {
  core: { files: /^core\//, rooms: [], packages: ['fraction.js', 'pure-rand'] },
  protocols: { files: /^protocols\//, rooms: CORE, packages: ['zod', 'lossless-json'] },
  folder: { files: /^scenario\/folder\.ts$/, rooms: SCENARIO, packages: 'declared' },
  scenario: { files: /^scenario\//, rooms: PROTOCOLS, packages: ['zod', 'yaml', 'liquidjs'] },
  wire: {
    files: /^models\/(wire\/|[^/]+\/wire\.ts$)/,
    rooms: [],
    packages: ['zod', 'lossless-json', 'eventsource-parser'],
  },
  client: { files: /^models\//, rooms: [...CORE, 'wire'], packages: 'declared' },
  record: {
    files: /^record\//,
    rooms: [...SCENARIO, 'wire'],
    packages: ['@noble/hashes', 'canonicalize', 'lossless-json', 'zod'],
  },
  store: { files: /^store\//, rooms: RECORD, packages: 'declared' },
  negotiators: { files: /^negotiators\//, rooms: [...RECORD, 'client'], packages: 'declared' },
  study: { files: /^study\//, rooms: [...NEGOTIATORS, 'store', 'folder', 'svg'], packages: 'declared' },
  publication: { files: /^publication\//, rooms: STUDY, packages: 'declared' },
  svg: { files: /^svg\//, rooms: [], packages: [] },
  // The stub server plays by the same scripts and scenarios as a study; `parley stub-server` starts it.
  cli: { files: /^cli\//, rooms: [...PAGES, 'server', 'app', 'site'], packages: 'declared' },
  // What web/ may import of pages: types, and nothing that they are made by.
  'page-types': { files: /^pages\/(table-)?types(\.ts$|\/)/, rooms: SCENARIO, packages: [] },
  pages: { files: /^pages\//, rooms: [...PUBLICATION, 'page-types'], packages: 'declared' },
  app: { files: /^server\/app\//, rooms: PAGES, packages: 'declared' },
  server: { files: /^server\//, rooms: STUDY, packages: 'declared' },
  site: { files: /^site\//, rooms: PAGES, packages: 'declared' },
  index: { files: /^(index|library)\.ts$/, rooms: [...PAGES, 'server', 'app', 'site'], packages: 'declared' },
}

/**
 * Tests, and suites that several tests share. They hold rooms to each other, so any room is theirs to import, as
 * are helpers under test/ and packages for development.
 */
export const TESTS = /\.test\.ts$|(^|\/)suite[^/]*\.ts$/
