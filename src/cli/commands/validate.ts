import type { Command } from 'commander'
import type { Io } from '../io.ts'

export function define(_command: Command, _io: Io): void {
  throw new Error('not written yet')
}
