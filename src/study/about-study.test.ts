import { expect, test } from 'vitest'
import type { StudyPlan } from '../record/study-plan.ts'
import { planNotes } from './about-study.ts'

const planned = (analysis: unknown, registered = true) =>
  ({
    amendments: [],
    created: { analysis },
    ...(registered ? { registered: {} } : {}),
  }) as unknown as StudyPlan

const MIXED = {
  kind: 'confirmatory',
  primary: 'agreement',
  comparisons: [
    { of: 'trader', minus: 'clock' },
    {
      factor: 'opener',
      of: 'seller',
      minus: 'buyer',
      outcome: 'turns',
      within: { pairing: 'trader' },
      kind: 'descriptive',
    },
  ],
}

test('a comparison that was planned as descriptive is named, with what shows it', () => {
  expect(planNotes(planned(MIXED))).toEqual([
    'Compared by plan, and descriptive, so that no table above tells it: opener seller − buyer (pairing trader) (turns). parley report --inference shows it, marked.',
  ])
  expect(planNotes(planned(MIXED), true)).toEqual([])
  const [kind, named] = planNotes(planned({ ...MIXED, kind: 'descriptive' }))
  expect(kind).toBe('The planned analysis is descriptive: no test was planned.')
  expect(named).toContain('trader − clock (agreement); opener seller − buyer (pairing trader) (turns)')
})

test('a plan without comparisons names none, and what was not registered is exploratory', () => {
  expect(planNotes(planned({ kind: 'confirmatory' }))).toEqual([])
  expect(planNotes(planned(MIXED, false))).toEqual([
    'The study was not registered before it was played: all of this is exploratory.',
  ])
})
