/** `parley verify <folder>`: checks a published record, with nothing but its folder. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly head?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<folder>', 'a folder that parley export wrote')
    .option(
      '--head <hash>',
      'the hash that was published: that of the seal stands for every byte of the folder',
    )
    .option('--json', 'print what was found as JSON')
    .action(async (folder: string, options: Options) => {
      const { verify } = await import('../actions/verify.ts')
      process.exitCode = await verify(folder, options, io)
    })
  helpEnd(
    command,
    [['parley verify published', 'the manifest, the chain, every request, reply, table and assignment']],
    ['differs', 'record'],
  )
}
