/** What `parley register` does. */
import { shellWord } from '../../core/shell-word.ts'
import { registerStudy } from '../../study/register.ts'
import { loadAudited } from '../audit-option.ts'
import { changeOptions } from '../change-options.ts'
import type { Options } from '../commands/register.ts'
import { designSentence } from '../design-text.ts'
import type { Io } from '../io.ts'
import { packageVersions } from '../packages.ts'
import { safe } from '../text.ts'
import { noteWarnings } from '../warnings.ts'

export async function register(path: string, options: Options, io: Io): Promise<void> {
  const study = await loadAudited(path, options)
  const { registered, text, file, already } = await registerStudy(study, {
    ...changeOptions(io),
    packages: packageVersions(),
    platform: `${process.platform} ${process.arch}`,
  })
  await noteWarnings(path, io)
  if (options.json) {
    const told = { already, file, sha256: registered.registration, at: registered.at }
    io.out(JSON.stringify({ ...told, registration: JSON.parse(text) as unknown }, null, 2))
    return
  }
  io.out(
    [
      `${already ? 'Registered before, and nothing has changed since' : 'Registered'}: ${safe(study.title)}`,
      designSentence(study),
      '',
      `Registration  ${file}`,
      `SHA-256       ${registered.registration}`,
      `Time          ${registered.at}, self-attested: this machine's clock says so, and nobody else yet`,
      '',
      `For a time that others vouch for: parley request-timestamp ${shellWord(path)}`,
      `Play it: parley run ${shellWord(path)} (with --blind nobody sees an outcome before the end)`,
    ].join('\n'),
  )
}
