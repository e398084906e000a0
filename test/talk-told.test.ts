/** What `parley show` and `parley replay` tell of a talk that was audited: its readings, its close, who played what. */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley } from './run-parley.ts'
import { shipped, talkHome } from './support/talk-study.ts'

const home = talkHome()
const study = shipped(home, 'orange-battery')
afterAll(() => rmSync(home, { recursive: true }))
beforeAll(() => {
  appendFileSync(join(study, 'study.yaml'), '\naudit: true\n')
  expect(parley(['run', study, '--quiet'])).toMatchObject({ code: EXIT.ok })
})

test('show: readings below each message, the close, the audit, and the scripts by name', () => {
  const { code, out } = parley(['show', study, 'b01-p02'])
  expect(code).toBe(EXIT.ok)
  expect(out).toContain('played by asker (ask-purpose)')
  expect(out).toContain('Observer, seen by no party: rules (rule-observer)')
  expect(out.match(/○ Observer: /g)).toHaveLength(19)
  expect(out.match(/This closes the talk/g)).toHaveLength(1)
  expect(out).toMatch(
    /Turn 4 {2}Party B\n.*?○ Observer: agreed, integrative_full \(confidence 1\)\. This closes/s,
  )
  expect(out).toContain('Settled: integrative_full, as the observer read it after turn 4')
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'Of 16 later messages that were read, 16 were read as agreed and 0 as not agreed.',
  )
  const json = JSON.parse(parley(['show', study, 'b01-p02', '--json']).out)
  expect(json.negotiators).toMatchObject({ asker: 'ask-purpose', rules: 'rule-observer' })
  expect(json.audit).toEqual({ agreed: 16, notAgreed: 0, missing: 0 })
  expect(json.turns[0].readings).toBeUndefined()
  expect(json.turns[3].readings).toMatchObject([{ seat: 'observer', said: 'agreed', closes: true }])
})

test('replay: the depths, the readings, and the end', () => {
  const { code, out } = parley(['replay', study, 'b01-p02'])
  expect(code).toBe(EXIT.ok)
  expect(out).toContain('1 negotiation replayed: 1 settled in talk')
  expect(out).toContain('  readings  19: 17 agreed, 2 not agreed; closed by observer after turn 4\n')
  expect(out).toContain('  end       the talk was read as settled after turn 4 (integrative_full)')
  const all = parley(['replay', study])
  expect(all.code).toBe(EXIT.ok)
  expect(all.out).toContain('20 negotiations replayed: 16 settled in talk, 4 without agreement')
})
