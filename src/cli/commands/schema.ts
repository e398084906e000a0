/** `parley schema`: the JSON Schema of a file's format, for editors. */
import { Argument, type Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export function define(command: Command, io: Io): void {
  command
    .addArgument(
      new Argument('<file>', 'which file the schema is of').choices(['scenario', 'study', 'theme']),
    )
    .action(async (file: string) => (await import('../actions/schema.ts')).schema(file, io))
  helpEnd(command, [
    ['parley schema scenario > scenario.schema.json', 'keep the schema beside your packs'],
    [
      '# yaml-language-server: $schema=../scenario.schema.json',
      'as the first line of scenario.yaml: editors with a YAML language server check and complete it',
    ],
  ])
}
