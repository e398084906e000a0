/** A key that a negotiator's entry does not know is answered with those of its own kind. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Problem } from '../core/problem.ts'
import { fitTo } from '../scenario/shape.ts'
import type { Source } from '../scenario/source.ts'
import { negotiatorSpec } from './spec.ts'

const source = {
  problem: (path, told) => ({ file: 'study.yaml', path: path.join('.'), ...told }),
  text: () => undefined,
} as Partial<Source> as Source

function mend(entry: Record<string, unknown>): string {
  const problems: Problem[] = []
  fitTo(z.record(z.string(), negotiatorSpec), { a: entry }, source, ['negotiators'], problems)
  expect(problems).toHaveLength(1)
  expect(problems[0]!.path).toMatch(/^negotiators\.a\./)
  return problems[0]!.mend ?? ''
}

test('of a model', () => {
  const all = mend({ provider: 'anthropic', model: 'x', zzz: 1 })
  expect(all).toContain('input_token_limit')
  expect(all).toContain('base_url')
  expect(all).not.toMatch(/exponent|speech|script|person/)
  expect(mend({ provider: 'anthropic', model: 'x', parms: {} })).toContain('"params"')
})

test('of a script, and of a person', () => {
  const all = mend({ script: 'time-dependent', exponent: 1, zzz: 1 })
  expect(all).toContain('exponent')
  expect(all).not.toMatch(/provider|input_token_limit/)
  expect(mend({ person: true, zzz: 1 })).not.toMatch(/provider|exponent/)
})
