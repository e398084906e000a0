/** What `parley anchor` and `parley request-timestamp` do. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, UserError } from '../../core/problem.ts'
import { shellWord } from '../../core/shell-word.ts'
import { type Anchor, attachAnchor, mustBeRegistered } from '../../study/anchor.ts'
import { studyPlace } from '../../study/load.ts'
import { timeStampRequest } from '../../study/timestamp/request.ts'
import { changeOptions, random } from '../change-options.ts'
import type { Options } from '../commands/anchor.ts'
import type { Options as RequestOptions } from '../commands/request-timestamp.ts'
import { notWritten } from '../disk-error.ts'
import type { Io } from '../io.ts'
import { safeLine } from '../text.ts'

export async function anchor(path: string, options: Options, io: Io): Promise<void> {
  const place = await studyPlace(path)
  await mustBeRegistered(place)
  const event = await attachAnchor(place, await given(options), changeOptions(io))
  if (options.json) {
    const { type: _, ...told } = event
    io.out(JSON.stringify(told, null, 2))
    return
  }
  const { time, checked, unchecked, of } = event
  io.out(
    [
      event.anchor === 'rfc3161'
        ? `Attached: a time stamp of ${time} for the registration ${of}`
        : `Attached as a claim, for the registration ${of}: ${safeLine(event.value)}`,
      ...checked.map((line) => `  checked      ${safeLine(line)}`),
      ...unchecked.map((line) => `  not checked  ${safeLine(line)}`),
    ].join('\n'),
  )
}

/** The one anchor that the line names. */
async function given({ rfc3161, ca, url, commit }: Options): Promise<Anchor> {
  const named = [rfc3161, url, commit].filter((one) => one !== undefined)
  if (named.length !== 1) {
    const mend = 'Give one of --rfc3161 <file>, --url <address>, --commit <address>.'
    throw new UserError(
      [{ file: 'parley anchor', message: 'One anchor is attached at a time.', mend }],
      EXIT.usage,
    )
  }
  if (ca !== undefined && rfc3161 === undefined)
    throw new UserError([{ file: '--ca', message: '--ca goes with --rfc3161.' }], EXIT.usage)
  if (url !== undefined) return { kind: 'url', value: url }
  if (commit !== undefined) return { kind: 'commit', value: commit }
  const trusted = ca === undefined ? {} : { ca: (await bytesOf(ca)).toString('utf8') }
  return { kind: 'rfc3161', token: await bytesOf(rfc3161!), file: rfc3161!, ...trusted }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UserError([
      { file, message: code === 'ENOENT' ? 'There is no such file.' : `It cannot be read: ${message}.` },
    ])
  }
}

export async function requestTimestamp(path: string, { out, json }: RequestOptions, io: Io): Promise<void> {
  const place = await studyPlace(path)
  const { registered } = await mustBeRegistered(place)
  const file = out ?? join(place.folder, 'registration.tsq')
  try {
    await writeFile(file, timeStampRequest(registered.registration, random()))
  } catch (error) {
    throw notWritten(error, file, 'request')
  }
  if (json) return io.out(JSON.stringify({ file, sha256: registered.registration }, null, 2))
  io.out(
    [
      `Request  ${file}`,
      `It asks to stamp the SHA-256 of registration.json, ${registered.registration}, and holds nothing else of the study.`,
      'Send it to a time-stamping authority of your choice, for instance:',
      `  curl -H "Content-Type: application/timestamp-query" --data-binary ${shellWord(`@${file}`)} https://<authority> > registration.tsr`,
      `Then attach its answer: parley anchor ${shellWord(path)} --rfc3161 registration.tsr`,
    ].join('\n'),
  )
}
