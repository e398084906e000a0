/** `parley serve` as a person starts it: the printed link, Ctrl-C, and where it does not start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { parley, ROOT } from '../run-parley.ts'
import { home, play, shippedStudy } from '../support/serving.ts'

test('prints a link that opens it, and ends quietly on Ctrl-C', async () => {
  const at = home()
  await play(shippedStudy(at, 'concert-tickets', 1))
  const child = spawn(process.execPath, [join(ROOT, 'bin/parley.js'), 'serve', at, '--port', '0', '--json'])
  let errors = ''
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  const exit = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { address, link, token, port } = JSON.parse(line) as Record<string, string>
  expect(link).toBe(`${address}#token=${token}`)
  expect(address).toBe(`http://127.0.0.1:${port}/`)
  const page = await (await fetch(address!)).text()
  expect(page).toContain('<script type="module" src="/assets/')
  expect(page).not.toMatch(/<script>|<style|style="| on\w+="/)
  const script = /src="(\/assets\/[^"]+)"/.exec(page)![1]!
  const asset = await fetch(new URL(script, address))
  expect([asset.status, asset.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  const { studies } = (await (await fetch(new URL('/api/home', address))).json()) as { studies: unknown[] }
  expect(studies).toHaveLength(1)
  child.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  expect(errors).not.toContain(token)
  expect(errors).not.toContain('/api/home')
})

test.each([
  ['off this machine without a token', ['--host', '0.0.0.0'], 2, 'it needs a token'],
  ['by another name without a token', ['--name', 'class.example.org'], 2, 'it needs a token'],
  ['with a token that can be guessed', ['--token', 'secret'], 2, 'too short'],
  ['with no port', ['--port', '65536'], 2, 'It must be a port'],
])('%s: it does not start', (_, args, code, words) => {
  const outcome = parley(['serve', home(), ...args], { env: { PARLEY_TOKEN: '' } })
  expect([outcome.code, outcome.out]).toEqual([code, ''])
  expect(outcome.err).toContain(words)
})

test.skipIf(process.platform !== 'linux')(
  'its token is not among the commands that others on the machine see',
  async () => {
    const token = 'a-token-of-my-own-0123456789'
    const args = [join(ROOT, 'bin/parley.js'), 'serve', home(), '--port', '0', '--json', '--token', token]
    const child = spawn(process.execPath, args)
    const exit = once(child, 'exit')
    await once(createInterface({ input: child.stdout }), 'line')
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain(token)
    child.kill('SIGINT')
    await exit
  },
)

test('where its port is taken it says so', async () => {
  const { createServer } = await import('node:net')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  try {
    const { code, err } = parley(['serve', home(), '--port', String(port)])
    expect(code).toBe(6)
    expect(err).toContain(`Port ${port} is taken.`)
  } finally {
    taken.close()
  }
})
