/** What is kept and what is quick must not show: templates are held against the library's plain rendering. */
import fc from 'fast-check'
import { Liquid } from 'liquidjs/dist/liquid.browser.mjs'
import { describe, expect, test } from 'vitest'
import { compileTemplate, type Data, TemplateError } from './liquid.ts'
import { keptLoops } from './liquid-loops.ts'
import * as alternatingOffers from './templates/alternating-offers.ts'
import * as packageVotes from './templates/package-votes.ts'

const FIXED = {
  you: { label: 'Buyer', sheet: [{ issue: 'price', points: 3 }] },
  vars: { list: ['a', 'b', 'c'], n: 2, text: ' x ' },
}

const entry = fc.record({
  turn: fc.integer({ min: 1, max: 30 }),
  label: fc.constantFrom('Buyer', 'Seller'),
  message: fc.string({ unit: 'grapheme', maxLength: 8 }),
  action: fc.constantFrom('OFFER', 'ACCEPT', 'NONE', 'PASS'),
  offer: fc.option(fc.record({ id: fc.constantFrom('O1', 'O2'), text: fc.constant('price 3') })),
})

/** Pieces of templates: what may be kept beside all that forbids it. `$` is a place for more of them. */
const PIECES = [
  'text ',
  ' \n ',
  '{{ entry.turn }}',
  '{{- entry.label -}}',
  '{{ entry.message | json }}',
  '{{ entry.message | upcase | truncate: 5 | append: vars.text }}',
  '{{ entry.message | default: vars.text }}',
  '{{ entry.offer.id | default: "none" }}',
  '{{ entry.offer.text }}',
  '{{ entry["label"] }}{{ entry[vars.text] }}',
  '{{ you.sheet[0].points | plus: entry.turn }}',
  '{{ you.sheet | map: "issue" | join: "," }}',
  '{{ vars.list | where: "a" | size }}{{ vars.list.first }}{{ record.size }}{{ entry.message.size }}',
  '{{ forloop.index }}/{{ forloop.length }}',
  '{% unless forloop.last %}, {% endunless %}',
  '{{ turn }}',
  '{{ missing }}',
  '{{ [entry.label] }}',
  '{{ entry.missing }}',
  '{{ null }}{{ entry }}',
  '{% assign made = entry.turn %}',
  '{% assign you = vars.list %}{{ you | join: "" }}',
  '{% assign record = vars.list %}',
  '{{ made }}',
  '{% capture made %}$[{{ entry.label }}]{% endcapture %}',
  '{% cycle "a", "b" %}',
  '{% if entry.turn > 3 %}$$ {% break %}{% endif %}',
  '{%- if entry.action == "PASS" or entry.turn == 2 -%}{% continue %}{% else %}$ {%- endif -%}',
  '{% if entry.offer and entry.action != "NONE" %}$${% elsif entry.message contains "a" %}$$ {% else %} - {% endif %}',
  '{% if entry.offer == null %}no{% endif %}{% if entry.message == blank %}blank{% endif %}',
  '{% unless turn > 2 %}$ {% else %}$$ {% endunless %}',
  '{% case entry.action %}{% when "OFFER", "ACCEPT" %}$$ {% when "PASS" %}lost{% else %}$ {% endcase %}',
  '{% for entry in record %}$$ {% else %} nobody {% endfor %}',
  '{%- for entry in record reversed -%}$$ {%- endfor -%}',
  '{% for entry in record limit: 2 offset: 1 %}$${% endfor %}',
  '{% for entry in record limit: vars.n %}$${% endfor %}',
  '{% for other in record %}{% for entry in record %}{{ other.turn }}$ {% endfor %}{% endfor %}',
  '{% for x in vars.list %}{{ x }}$ {% unless forloop.last %};{% endunless %}{% endfor %}',
  '{% for x in vars.list limit: 1 %}{{ x }}{% endfor %}{% for x in vars.list offset: continue %}{{ x }}{% endfor %}',
  '{% for x in vars.list offset: continue %}{{ x }}{% endfor %}',
  '{% for i in (1..entry.turn) %}{{ i }}{% endfor %}',
  '{% for you in record %}{{ you.label }}$ {% endfor %}',
  '{% comment %}{{ entry.turn }}{% endcomment %}{% raw %}{{ entry.turn }}{% endraw %}{% # entry %}',
] as const

/** A template of drawn pieces, each `$` in them filled while there are draws. */
const template = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 }).map((pieces) => {
  let text = '{% for entry in record %}$$ {% endfor %}$'
  for (const piece of pieces) text = text.includes('$') ? text.replace('$', () => piece) : text + piece
  return text.replaceAll('$', '')
})

/** The library as it comes, with our settings. */
const library = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  templates: {},
  locale: 'en-US',
  timezoneOffset: 0,
  outputEscape: (value) => {
    if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
    throw new Error('cannot be printed')
  },
})

type Made = { readonly text: string } | { readonly at: readonly number[] }

function made(render: () => string): Made {
  try {
    return { text: render() }
  } catch (error) {
    if (error instanceof TemplateError) return { at: [error.line, error.column] }
    return { at: (error as { token: { getPosition(): number[] } }).token.getPosition() }
  }
}

/** As the library renders it, its own way. */
const plain = (text: string, data: Data): Made => made(() => library.parseAndRenderSync(text, { ...data }))

describe('a bound template', () => {
  test('makes of growing records what the library makes of each, and fails where it fails', () => {
    let texts = 0
    fc.assert(
      fc.property(template, fc.array(entry, { maxLength: 5 }), (text, entries) => {
        const compiled = compileTemplate(text)
        const bound = compiled.bind(FIXED)
        const again = compiled.bind({ ...FIXED, you: { ...FIXED.you, label: 'Seller' } })
        for (let turn = 0; turn <= entries.length; turn++) {
          const data = { record: entries.slice(0, turn), turn }
          const expected = plain(text, { ...FIXED, ...data })
          if ('text' in expected) texts++
          expect(made(() => bound(data))).toEqual(expected)
          expect(made(() => compiled.render({ ...FIXED, ...data }))).toEqual(expected)
          expect(made(() => bound(data))).toEqual(expected)
          const other = { ...FIXED, you: { ...FIXED.you, label: 'Seller' }, ...data }
          expect(made(() => again(data))).toEqual(plain(text, other))
        }
      }),
      { numRuns: 300 },
    )
    expect(texts).toBeGreaterThan(100)
  })

  const entries = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ turn: i + 1, message: 'm'.repeat(500) }))

  function failure(work: () => string): TemplateError | undefined {
    try {
      work()
      return undefined
    } catch (error) {
      if (error instanceof TemplateError) return error
      throw error
    }
  }

  test.each([
    ['steps', '{% for e in record %}{% for x in vars.list %}{{ x }}{% endfor %}{% endfor %}', 'steps', 8_000],
    ['memory', '{% for e in record %}{{ e.message | json | size }}{% endfor %}', 'memory', 1_200],
    ['characters', '{% for e in record %}{{ e.message }}{% endfor %}', 'characters', 1_200],
  ])('counts what is kept as if it were made anew: %s', (_, once, word, count) => {
    const bare = compileTemplate(once.repeat(40))
    const bound = bare.bind(FIXED)
    const reached = [10, count].map((length) => {
      const record = entries(length)
      const expected = failure(() => bare.render({ ...FIXED, record }))
      for (let i = 0; i < 2; i++) {
        const found = failure(() => bound({ record }))
        expect([found?.message, found?.line, found?.column]).toEqual([
          expected?.message,
          expected?.line,
          expected?.column,
        ])
      }
      return expected?.message
    })
    expect(reached[0]).toBeUndefined()
    expect(reached.at(-1)).toContain(word)
  })
})

describe('which loops are kept', () => {
  const kept = (text: string): number => keptLoops(parsed(text), Object.keys(FIXED)).size
  const parsed = (text: string) => new Liquid().parse(text)

  test.each([
    ['the default prompts of alternating offers', alternatingOffers.turn, 1],
    ['those of package votes', packageVotes.turn, 1],
    ['one that asks for what is fixed', '{% for e in record %}{{ you.label }}{{ e.turn }}{% endfor %}', 1],
    ['one that shows a part of the record', '{% for e in record offset: 3 %}{{ e.turn }}{% endfor %}', 1],
    ['one that asks where it is', '{% for e in record %}{{ forloop.index }}{% endfor %}', 0],
    ['one that asks for what changes', '{% for e in record %}{{ turn }}{% endfor %}', 0],
    ['one over another list', '{% for e in offers %}{{ e.id }}{% endfor %}', 0],
    ['one with a break', '{% for e in record %}{% if e.turn %}{% break %}{% endif %}{% endfor %}', 0],
    ['one that assigns', '{% for e in record %}{% assign x = e.turn %}{% endfor %}', 0],
    [
      'one beside a record that was made',
      '{% assign record = vars.list %}{% for e in record %}{{ e }}{% endfor %}',
      0,
    ],
    ['one that asks for a name that is computed', '{% for e in record %}{{ [e.turn] }}{% endfor %}', 0],
  ])('%s', (_, text, count) => expect(kept(text)).toBe(count))
})
