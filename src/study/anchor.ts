/** Attaches to a registered study what says from outside when its registration was there. */

import { UserError } from '../core/problem.ts'
import { shellWord } from '../core/shell-word.ts'
import type { AnchorAttached } from '../record/events.ts'
import type { Study } from './load.ts'
import { type ChangeOptions, changing } from './open-change.ts'
import { type Registered, readRegistration } from './register.ts'
import { STUDY_STREAM } from './survey.ts'
import { checkToken, readCertificates } from './timestamp/check.ts'
import { DerError } from './timestamp/der.ts'
import { readToken, type Token } from './timestamp/token.ts'

/** What is attached: a token's bytes (with certificates that are trusted, as PEM), or where to look. */
export type Anchor =
  | { readonly kind: 'rfc3161'; readonly token: Buffer; readonly file: string; readonly ca?: string }
  | { readonly kind: 'url' | 'commit'; readonly value: string }

/**
 * Checks an anchor as far as that can be done here and notes it in the record. Throws a UserError where the study is
 * not registered, or where a token does not stamp this registration or its signature does not hold.
 */
export async function attachAnchor(
  study: Pick<Study, 'record' | 'folder'>,
  anchor: Anchor,
  options: Pick<ChangeOptions, 'now' | 'random'>,
): Promise<AnchorAttached> {
  const registered = await mustBeRegistered(study)
  const event = anchor.kind === 'rfc3161' ? ofToken(anchor, registered) : ofClaim(anchor, registered)
  await changing(study, options, ({ journal }) => journal.append(STUDY_STREAM, event))
  return event
}

/** The registration of a study. Throws a UserError where there is none. */
export async function mustBeRegistered(study: Pick<Study, 'record' | 'folder'>): Promise<Registered> {
  const found = await readRegistration(study)
  if (found) return found
  const message = 'The study is not registered: there is nothing to anchor.'
  throw new UserError([
    { file: study.record, message, mend: `Register it first: parley register ${shellWord(study.folder)}` },
  ])
}

function ofToken(
  anchor: Extract<Anchor, { kind: 'rfc3161' }>,
  { registered, text }: Registered,
): AnchorAttached {
  const { file } = anchor
  let token: Token
  try {
    token = readToken(anchor.token)
  } catch (error) {
    const words = error instanceof DerError ? `: ${error.message}` : '.'
    const message = `This is no time-stamp token that can be read${words}`
    const expected = 'the .tsr file of a time-stamping authority (RFC 3161), in DER'
    throw new UserError([{ file, message, expected }])
  }
  const { checked, unchecked, wrong } = checkToken(
    token,
    Buffer.from(text),
    readCertificates(anchor.ca ?? ''),
  )
  if (wrong.length > 0) throw new UserError(wrong.map((message) => ({ file, message })))
  return {
    type: 'anchor.attached',
    anchor: 'rfc3161',
    of: registered.registration,
    value: token.bytes.toString('base64'),
    time: token.time,
    checked,
    unchecked,
  }
}

function ofClaim(
  { kind, value }: { kind: 'url' | 'commit'; value: string },
  { registered }: Registered,
): AnchorAttached {
  const { registration: hash } = registered
  const todo =
    kind === 'url'
      ? `Nothing was checked. Open ${value} and see that it holds registration.json, or its SHA-256 ${hash}, and since when the page says so.`
      : `Nothing was checked. Fetch the commit ${value} from a public repository, see that it holds registration.json with the SHA-256 ${hash}, and since when others have it: a commit's own date is its author's word.`
  return { type: 'anchor.attached', anchor: kind, of: hash, value, checked: [], unchecked: [todo] }
}
