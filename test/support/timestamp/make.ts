/** A time-stamping authority of one's own, by openssl: for tests, and for the stamp that is kept beside this file. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONFIG = `[ req ]
distinguished_name = name
[ name ]
[ root ]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[ stamps ]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[ tsa ]
default_tsa = one
[ one ]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
`

export interface Authority {
  /** The root's certificate, a PEM file. */
  readonly root: string
  /** Answers a request (.tsq) with a token in a file (.tsr). */
  stamp(request: string, answer: string): void
  remove(): void
}

/** Makes keys and certificates. `kind`: what `openssl req -newkey` takes. */
export function makeAuthority(kind: readonly string[] = ['rsa:2048']): Authority {
  const home = mkdtempSync(join(tmpdir(), 'parley-tsa-'))
  const run = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  writeFileSync(join(home, 'tsa.cnf'), CONFIG)
  writeFileSync(join(home, 'serial'), '01\n')
  const key = ['-newkey', ...kind, '-nodes', '-config', 'tsa.cnf']
  run(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '36500',
    '-subj',
    '/CN=Test root',
    '-extensions',
    'root',
  )
  run('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test stamps')
  run(
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-out',
    'tsa.pem',
    '-days',
    '36500',
    '-extfile',
    'tsa.cnf',
    '-extensions',
    'stamps',
  )
  return {
    root: join(home, 'root.pem'),
    stamp: (request, answer) =>
      run(
        'ts',
        '-reply',
        '-config',
        'tsa.cnf',
        '-queryfile',
        request,
        '-signer',
        'tsa.pem',
        '-inkey',
        'tsa.key',
        '-chain',
        'root.pem',
        '-out',
        answer,
      ),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Whether openssl can stamp on this machine. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['ts', '-help'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  const authority = makeAuthority()
  writeFileSync(here('registration.json'), '{"a text":"to be stamped"}')
  execFileSync('openssl', [
    'ts',
    '-query',
    '-data',
    here('registration.json'),
    '-sha256',
    '-cert',
    '-out',
    here('request.tsq'),
  ])
  authority.stamp(here('request.tsq'), here('token.tsr'))
  copyFileSync(authority.root, here('root.pem'))
  rmSync(here('request.tsq'))
  authority.remove()
}
