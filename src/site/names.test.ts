import { describe, expect, test } from 'vitest'
import { attemptsFile, between, compareFile, hasPage, hrefFrom, negotiationFile } from './names.ts'

describe('addresses within a site', () => {
  test('are relative, from every depth', () => {
    expect(between('index.html', 'check.html')).toBe('check.html')
    expect(between('attempts/1.html', 'check.html')).toBe('../check.html')
    const href = hrefFrom(negotiationFile('n 1'))
    expect(href({ page: 'study', study: 's', section: 'design' })).toBe('../index.html#design')
    expect(href({ page: 'negotiation', study: 's', id: 'n 2', turn: 3 })).toBe(
      '../negotiations/n_2.html#turn-3',
    )
    expect(href({ page: 'negotiation', study: 's', id: 'n 1', turn: 3 })).toBe('#turn-3')
    expect(href({ page: 'download', study: 's', file: 'record/study.jsonl' })).toBe(
      '../data/record/study.jsonl',
    )
  })

  test('hold what a list is asked for', () => {
    const href = hrefFrom(attemptsFile(1))
    expect(href({ page: 'attempts', study: 's', query: { page: 2 } })).toBe('../attempts/2.html')
    expect(
      href({ page: 'attempts', study: 's', query: { pairing: 'a&b', factors: { opener: 'x y' } } }),
    ).toBe('../attempts/1.html?pairing=a%26b&factor.opener=x+y')
  })

  test('of comparisons are those of their sides, in the order in which they were made', () => {
    const [a, b] = ['a', 'b'].map((pairing) => ({ study: 's', pairing }))
    const at = ['x', 'y'].map((level) => ({ ...a!, factor: 'opener', level }))
    const compared = [
      { left: a!, right: b! },
      { left: at[0]!, right: at[1]! },
    ]
    const href = hrefFrom(compareFile(2), compared)
    expect(href({ page: 'compare', ...compared[0]! })).toBe('../compare/1.html')
    expect(href({ page: 'compare' })).toBe('../compare.html')
    const has = (target: Parameters<typeof hasPage>[0]): boolean => hasPage(target, compared)
    expect(has({ page: 'compare', ...compared[1]! })).toBe(true)
    // Two negotiations, a side alone, and the folder of all studies have none.
    expect(has({ page: 'compare', left: a!, right: { study: 's', negotiation: 'n' } })).toBe(false)
    expect(has({ page: 'compare', left: a! })).toBe(false)
    expect(has({ page: 'home' })).toBe(false)
    expect(hasPage({ page: 'compare' }, [])).toBe(false)
    expect(has({ page: 'study', study: 's' })).toBe(true)
  })

  test('of names that would lead elsewhere stay below the site', () => {
    expect(negotiationFile('../../etc/passwd')).toBe('negotiations/.._.._etc_passwd.html')
    const href = hrefFrom('index.html')({ page: 'download', study: 's', file: 'javascript:alert(1)' })
    expect(new URL(href, 'https://example.org/x/').href).toBe(
      'https://example.org/x/data/javascript%3Aalert(1)',
    )
  })
})
