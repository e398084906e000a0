import { describe, expect, test } from 'vitest'
import {
  choiceIssue,
  concert,
  linear,
  makeSpace,
  numberIssue,
  options,
} from '../../../test/helpers/spaces.ts'
import { exactText } from '../rational.ts'
import { type IssueRole, issueRoles, partyExtents } from './roles.ts'

const x = numberIssue('x', 0, 4)
const only = (space: ReturnType<typeof makeSpace>): IssueRole => issueRoles(space)[0]!
const span = ({ best }: IssueRole): string[] =>
  best.map(({ from, to }) => `${exactText(from)}..${exactText(to)}`)

describe('what an issue is', () => {
  test('concert tickets: price and hours create value, the fee only moves it', () => {
    const roles = issueRoles(concert())
    expect(roles.map(({ role }) => role)).toEqual(['creates value', 'moves value', 'creates value'])
    expect(roles.map(({ rate }) => exactText(rate!.most))).toEqual(['0.4', '1', '2.5'])
    expect(roles.map(span)).toEqual([['6000..6000'], ['0..10000'], ['9600..9600']])
  })

  test('both want the same', () => {
    const role = only(makeSpace([x], [linear([0, 0], [4, 4])], [linear([0, 1], [4, 9])]))
    expect([role.role, span(role), role.rate]).toEqual(['common interest', ['4..4'], undefined])
  })

  test('one cares, or nobody does', () => {
    const flat = linear([0, 3], [4, 3])
    const up = linear([0, 0], [4, 4])
    expect(only(makeSpace([x], [up], [flat]))).toMatchObject({ role: 'one party', party: 0 })
    expect(only(makeSpace([x], [flat], [up]))).toMatchObject({ role: 'one party', party: 1 })
    expect(only(makeSpace([x], [flat], [flat]))).toMatchObject({ role: 'no party' })
  })

  test('options: the middle one is best together, or the sum is always the same', () => {
    const c = choiceIssue('c', 'p', 'q', 'r')
    const creates = only(makeSpace([c], [options(0, 6, 10)], [options(10, 6, 0)]))
    expect([creates.role, span(creates)]).toEqual(['creates value', ['1..1']])
    expect([creates.rate!.least, creates.rate!.most].map(exactText)).toEqual(['2/3', '1.5'])
    const moves = only(makeSpace([c], [options(0, 5, 10)], [options(10, 5, 0)]))
    expect([moves.role, span(moves)]).toEqual(['moves value', ['0..0', '1..1', '2..2']])
  })

  test('the best of a party adds up over the issues', () => {
    const space = makeSpace(
      [x, choiceIssue('c', 'p', 'q')],
      [linear([0, 1], [1, 7], [4, 2]), options(-3, 5)],
      [linear([0, 4], [4, 0]), options(0, 0)],
    )
    const shown = partyExtents(space).map(({ least, most }) => [exactText(least), exactText(most)])
    expect(shown).toEqual([
      ['-2', '12'],
      ['0', '4'],
    ])
  })
})
