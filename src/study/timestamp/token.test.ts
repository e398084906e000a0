/** Time-stamp tokens made by openssl: one that is kept, and fresh ones where openssl is on the machine. */
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasOpenssl, makeAuthority } from '../../../test/support/timestamp/make.ts'
import { nodeSha256 } from '../../store/node-hash.ts'
import { checkToken, readCertificates } from './check.ts'
import { DerError } from './der.ts'
import { timeStampRequest } from './request.ts'
import { readToken } from './token.ts'

const kept = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/support/timestamp/${name}`, import.meta.url))
const TEXT = kept('registration.json')
const ANSWER = kept('token.tsr')
const ROOTS = readCertificates(kept('root.pem').toString())

describe('the kept token', () => {
  test('says what was stamped, and when', () => {
    const token = readToken(ANSWER)
    expect(token.imprint.hash).toBe(nodeSha256(TEXT.toString()))
    expect(token.time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(token.policy).toBe('1.2.3.4.1')
    expect(token.signer.certificate!.subject).toBe('CN=Test stamps')
    // A bare token reads as the same.
    expect(readToken(token.bytes)).toMatchObject({ time: token.time, imprint: token.imprint })
  })

  test('is checked up to a root that is trusted, and says so', () => {
    const { checked, unchecked, wrong } = checkToken(readToken(ANSWER), TEXT, ROOTS)
    expect(wrong).toEqual([])
    expect(checked).toEqual([
      'It stamps the SHA256 of registration.json.',
      'Its signature holds, by the certificate that it carries.',
      'It names that certificate.',
      'The certificate of its signer was valid at that time.',
      'The certificate of its signer is for time stamps.',
      'Its certificates lead to one that was given as trusted: CN=Test root.',
    ])
    expect(unchecked).toEqual(['Whether the certificate had been revoked: nothing is asked of a network.'])
  })

  test('without a root nothing is said of who the signer is', () => {
    const { wrong, unchecked } = checkToken(readToken(ANSWER), TEXT)
    expect(wrong).toEqual([])
    expect(unchecked[0]).toContain(
      'Whether its signer can be trusted: its certificates end at CN=Test root (SHA-256 ',
    )
  })

  test('for other bytes, or with a root that is another, it is wrong', () => {
    expect(checkToken(readToken(ANSWER), Buffer.from('other'), ROOTS).wrong).toEqual([
      expect.stringContaining('It stamps something else'),
    ])
  })

  test('no byte of it can be changed unnoticed: it cannot be read, or is wrong, or says what was not checked', () => {
    const whole = checkToken(readToken(ANSWER), TEXT, ROOTS)
    const { bytes } = readToken(ANSWER)
    const unnoticed: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 1
      try {
        const token = readToken(changed)
        const { wrong, checked } = checkToken(token, TEXT, ROOTS)
        if (wrong.length === 0 && checked.length === whole.checked.length) unnoticed.push(at)
      } catch (error) {
        if (!(error instanceof DerError || (error as { code?: string }).code?.startsWith('ERR_'))) throw error
      }
    }
    // What is left is in no signature: versions, lists of algorithms, parameters, the root's own copy.
    const { content, signer } = readToken(ANSWER)
    const inside = (part: Buffer): boolean =>
      unnoticed.some((at) => at >= bytes.indexOf(part) && at < bytes.indexOf(part) + part.length)
    expect(inside(content)).toBe(false)
    expect(inside(signer.signature)).toBe(false)
    expect(inside(signer.signed.subarray(1))).toBe(false)
    expect(inside(signer.certificate!.raw)).toBe(false)
  })

  test.each(['', '30', '3003020100', '308400000000', '3080', 'ffffffff', '300530030201022a'])(
    '%s is no token',
    (hex) => {
      expect(() => readToken(Buffer.from(hex, 'hex'))).toThrow(DerError)
    },
  )
})

describe.skipIf(!hasOpenssl())('fresh tokens (skipped where openssl is missing)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stamp-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    ['RSA', ['rsa:2048']],
    ['an elliptic curve', ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']],
  ])('a request of ours is answered, signed by %s', (_, kind) => {
    const authority = makeAuthority(kind)
    try {
      const text = Buffer.from('{"study":"small"}')
      const [request, answer] = [join(folder, 'one.tsq'), join(folder, 'one.tsr')]
      writeFileSync(request, timeStampRequest(nodeSha256(text.toString()), 'fedcba9876543210'))
      authority.stamp(request, answer)
      const token = readToken(readFileSync(answer))
      const root = new X509Certificate(readFileSync(authority.root))
      expect(checkToken(token, text, [root]).wrong).toEqual([])
      expect(checkToken(token, text, ROOTS).wrong).toEqual([
        expect.stringContaining('none of those given as trusted'),
      ])
    } finally {
      authority.remove()
    }
  })
})
