/** What `parley verify` does. */
import { EXIT, type ExitCode } from '../../core/problem.ts'
import { checkJson, checkText, passed } from '../../publication/check-text.ts'
import { verifyInChild } from '../../publication/in-child.ts'
import { verifierText } from '../../publication/verifier.ts'
import type { Options } from '../commands/verify.ts'
import type { Io } from '../io.ts'
import { quietly } from './export.ts'

export async function verify(folder: string, { head, json }: Options, io: Io): Promise<ExitCode> {
  const tell = quietly(io)
  const verifier = await verifierText()
  const task = { kind: 'verify', folder, verifier, ...(head === undefined ? {} : { head }) } as const
  const check = await verifyInChild(task, tell.update)
  tell.done()
  io.out(json ? checkJson(folder, check) : checkText(folder, check))
  return passed(check) ? EXIT.ok : EXIT.differs
}
