/** `parley show`: one negotiation as a conversation, from a record or a bare file of calls. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { EXIT, UserError } from '../../core/problem.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

interface Options {
  readonly calls?: string
  readonly scenario?: string
  readonly opener?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('[study]', 'a study folder, or the record in it (default: the folder you are in)')
    .argument(
      '[negotiation]',
      'the id of a negotiation, or a part of it that no other has; without it all are listed',
    )
    .option('--calls <file>', 'a bare file of calls in the place of a record')
    .option('--scenario <folder>', 'with --calls: the scenario that they were made from')
    .option('--opener <party>', 'with --calls: who took the first turn (default: found out from the prompts)')
    .option('--json', 'print the conversation as JSON')
    .action((study: string | undefined, negotiation: string | undefined, options: Options) =>
      show(study, negotiation, options, io),
    )
  helpEnd(
    command,
    [
      ['parley show studies/concert-tickets', 'list the negotiations of a study'],
      ['parley show studies/concert-tickets b01-p02', 'print one of them'],
      ['parley show b01-p02', "the same, inside the study's folder"],
      ['parley show --calls calls.jsonl --scenario scenarios/concert-tickets', 'print a file of calls'],
    ],
    ['invalid', 'differs', 'record'],
  )
}

async function show(
  first: string | undefined,
  second: string | undefined,
  options: Options,
  io: Io,
): Promise<void> {
  const { calls, scenario, opener, json } = options
  const { callsStory, recordStory, printStory } = await import('../story.ts')
  if (calls === undefined) {
    if (scenario !== undefined || opener !== undefined)
      throw usage('--scenario and --opener go with --calls.')
    if (second === undefined && (first === undefined || existsSync(first))) {
      const [{ studyPlace }, { listNegotiations }] = await Promise.all([
        import('../../study/load.ts'),
        import('../list-negotiations.ts'),
      ])
      const file = first?.endsWith('.sqlite') ? first : (await studyPlace(first ?? '.')).record
      return listNegotiations(file, json === true, io)
    }
    if (second === undefined && !existsSync('record.sqlite')) throw nothingThere(first!)
    const [study, name] = second === undefined ? ['.', first!] : [first!, second]
    const story = await recordStory(study, name)
    const [{ studyPlace }, { look }] = await Promise.all([
      import('../../study/load.ts'),
      import('../look.ts'),
    ])
    await look((await studyPlace(study)).record, 'show', io)
    return printStory(story, json === true, io)
  }
  if (first !== undefined) throw usage('--calls takes the place of a record: name no study beside it.')
  if (scenario === undefined) throw usage('--calls needs --scenario: the pack that the calls were made from.')
  const found = await callsStory({ calls, scenario, ...(opener === undefined ? {} : { opener }) })
  printStory(found, json === true, io)
}

/** One word that is no path can only be a negotiation of the study in the folder one is in. */
const nothingThere = (word: string): UserError =>
  new UserError(
    [
      {
        file: word,
        message:
          'There is no study here, nor a record in this folder that could hold a negotiation of that name.',
        mend: 'Name the study first: parley show <study> <negotiation>.',
      },
    ],
    EXIT.record,
  )

const usage = (message: string): UserError =>
  new UserError(
    [{ file: 'the command line', message, mend: '`parley show --help` shows how it is used.' }],
    EXIT.usage,
  )
