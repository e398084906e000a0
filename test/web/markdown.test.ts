/** An author's notes become elements, and nothing in them becomes markup. */
import fc from 'fast-check'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

/** The types of the tests know no JSX; the test runner does. */
const FILE = '../../web/src/components/markdown.tsx'
const { isSafe, Markdown } = (await import(FILE)) as {
  isSafe(address: string): boolean
  Markdown(props: { text: string }): ReactElement
}

const html = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { text })).replace(/^<div class="prose">(.*)<\/div>$/s, '$1')

describe('what is read', () => {
  test.each([
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['# Title #', '<h3>Title</h3>'],
    ['#### Deep', '<h6>Deep</h6>'],
    ['a **b** *c* _d_ `e < f`', '<p>a <strong>b</strong> <em>c</em> <em>d</em> <code>e &lt; f</code></p>'],
    ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
    ['[a][1] and [b]\n\n[1]: data/turns.csv', '<p><a href="data/turns.csv">a</a> and [b]</p>'],
    ['[a]\n\n[a]: javascript:alert(1)', '<p>[a]</p>'],
    ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['![a plot](data/plots/plane.svg)', '<p><a href="data/plots/plane.svg">a plot</a></p>'],
    ['![x](data:image/png;base64,AAAA)', '<p>![x](data:image/png;base64,AAAA)</p>'],
    ['5 &lt; 6 &amp; 7', '<p>5 &lt; 6 &amp; 7</p>'],
    ['a <b>c</b>', '<p>a &lt;b&gt;c&lt;/b&gt;</p>'],
    [
      '[a **b**](https://example.org/x "t")',
      '<p><a href="https://example.org/x">a <strong>b</strong></a></p>',
    ],
    ['[file](data/turns.csv)', '<p><a href="data/turns.csv">file</a></p>'],
    ['<https://example.org>', '<p><a href="https://example.org">https://example.org</a></p>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['in\n1999. it was', '<p>in\n1999. it was</p>'],
    ['> a\n> b', '<blockquote><p>a\nb</p></blockquote>'],
    ['```js\n<b>\n```\nafter', '<pre><code>&lt;b&gt;</code></pre><p>after</p>'],
    ['---', '<hr/>'],
    ['a\\*b\\*', '<p>a*b*</p>'],
    ['a  \nb', '<p>a<br/>b</p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })
})

describe('what is not', () => {
  test.each(['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<!-- x -->'])('%s', (text) => {
    expect(html(text)).not.toMatch(/<(?!\/?p>)/)
    expect(html(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toContain(
      text,
    )
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'vbscript:x',
    '//elsewhere.example/x',
    '/absolute',
    'file:///etc/passwd',
    '\\\\elsewhere',
  ])('an address like %j', (address) => {
    expect(isSafe(address)).toBe(false)
    expect(html(`[x](${address})`)).not.toContain('href')
  })

  test('any text: no element but those of Markdown, no attribute but addresses and numbers, and it ends', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '`',
      '[',
      '](',
      ')',
      '<',
      '>',
      '\n',
      '- ',
      '1. ',
      '> ',
      '#',
      'a',
      ' ',
      '\\',
      '"',
      "'",
      '```',
      'javascript:',
      '_',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const made = html(parts.join(''))
        for (const [, name, attributes] of made.matchAll(/<([a-z0-9]+)([^>]*)>/g)) {
          expect([
            'p',
            'h3',
            'h4',
            'h5',
            'h6',
            'ul',
            'ol',
            'li',
            'pre',
            'code',
            'em',
            'strong',
            'a',
            'hr',
            'br',
            'blockquote',
          ]).toContain(name)
          expect(attributes).toMatch(/^(?:\/?| href="[^"]*"| start="\d+")$/)
          expect(attributes!.toLowerCase()).not.toContain('javascript:')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('a long run of signs takes no long time', () => {
    const from = performance.now()
    for (const sign of ['*', '**', '`', '[', '> ', '- ', '1. ', '>-', '_a', '![', '<a ', '&a'])
      html(sign.repeat(15_000))
    expect(performance.now() - from).toBeLessThan(5_000)
  })
})
