/** All conversations, how to check the study, and what there is to download. */
import { count, type MakeBlocks } from './contract.ts'

export const conversationsBlocks: MakeBlocks = ({ study, index }) => [
  {
    type: 'text',
    text: 'Every attempt has a page of its own, the interrupted ones too: what was said, what bound, what each side knew, and what was sent to models and came back.',
  },
  {
    type: 'link',
    text: `All ${count(index.places.length, 'attempt')}`,
    to: { page: 'attempts', study },
  },
]

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
  downloads.length > 0
    ? { type: 'command', command: 'parley verify <folder>' }
    : { type: 'command', command: 'parley replay <study>' },
]

export const downloadsBlocks: MakeBlocks = ({ downloads }) =>
  downloads.length > 0
    ? []
    : [
        {
          type: 'text',
          text: 'Nothing has been exported yet: parley export writes the tables, the transcripts and the record.',
        },
      ]
