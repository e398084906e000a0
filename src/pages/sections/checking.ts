/** All conversations, how to check the study, and what there is to download. */
import { FILES } from '../../publication/names.ts'
import type { DownloadData } from '../types.ts'
import { count, type MakeBlocks } from './contract.ts'

export const conversationsBlocks: MakeBlocks = ({ study, index }) => [
  {
    type: 'text',
    text: 'Every attempt has a page of its own, the interrupted ones too: what was said, what bound, what each side knew, and what was sent to models and came back.',
  },
  {
    type: 'link',
    text: index.places.length === 1 ? 'The attempt' : `All ${count(index.places.length, 'attempt')}`,
    to: { page: 'attempts', study },
  },
]

/** A published folder, which has a list of its files, and not single files of the app. */
const exported = (downloads: readonly DownloadData[]): boolean =>
  downloads.some(({ file }) => file === FILES.manifest)

export const checkBlocks: MakeBlocks = ({ index, downloads }) => [
  {
    type: 'text',
    text: 'Nobody needs to be believed: from the record every negotiation is played again by the same rules, every request is made again from the scenario and the replies before it, and a chain of hashes shows whether anything was changed since. Each of the three can pass or fail on its own.',
  },
  ...(index.head === undefined
    ? []
    : [
        {
          type: 'facts' as const,
          facts: [{ name: "Last hash of the study's own stream", value: index.head }],
        },
      ]),
  exported(downloads)
    ? { type: 'command', command: 'parley verify <folder>' }
    : { type: 'command', command: 'parley replay <study>' },
]

export const downloadsBlocks: MakeBlocks = ({ downloads }) =>
  exported(downloads)
    ? []
    : [
        {
          type: 'text',
          text: 'parley export writes a folder to publish: every table, the transcripts, the record, and how to check them.',
        },
      ]
