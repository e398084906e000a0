/** What `parley verify` does. */
import { EXIT, type ExitCode } from '../../core/problem.ts'
import { checkJson, checkText, passed } from '../../publication/check-text.ts'
import { verifierText } from '../../publication/verifier.ts'
import { checkFolder } from '../../publication/verify.ts'
import { nodeSha256 } from '../../store/index.ts'
import type { Options } from '../commands/verify.ts'
import type { Io } from '../io.ts'
import { quietly } from './export.ts'

export async function verify(folder: string, { head, json }: Options, io: Io): Promise<ExitCode> {
  const tell = quietly(io)
  const check = await checkFolder(folder, {
    sha256: nodeSha256,
    verifier: await verifierText(),
    progress: tell.update,
    ...(head === undefined ? {} : { head }),
  })
  tell.done()
  io.out(json ? checkJson(folder, check) : checkText(folder, check))
  return passed(check) ? EXIT.ok : EXIT.differs
}
