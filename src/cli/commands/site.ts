/** `parley site <study> <folder>`: the study as web pages. */
import { type Command, InvalidArgumentError } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly seal: boolean
  readonly url?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the record in it')
    .argument('<folder>', 'where to write: a folder that is not there yet, or a former site')
    .option('--url <address>', 'where the site will stand: previews of links need the whole address', address)
    .option('--no-seal', 'do not note the export in the record, which then needs not be written')
    .option('--json', 'print what was written as JSON')
    .action(async (study: string, folder: string, options: Options) =>
      (await import('../actions/site.ts')).writeSite(study, folder, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley site studies/concert-tickets site',
        'pages for any web server; open site/index.html to look at them',
      ],
      [
        'parley site studies/concert-tickets site --url https://example.org/tickets/',
        'the same, with whole addresses in the previews of links',
      ],
    ],
    ['invalid', 'record', 'busy'],
  )
}

/** The address of a folder. */
function address(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (
    url &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.search === '' &&
    url.hash === ''
  ) {
    return url.href.endsWith('/') ? url.href : `${url.href}/`
  }
  throw new InvalidArgumentError('An address begins with https:// and names a folder.')
}
