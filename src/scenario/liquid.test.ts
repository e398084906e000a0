import { describe, expect, test } from 'vitest'
import { changed, LOT } from '../../test/support/packs.ts'
import { compileTemplate, FILTERS, LIMITS, TAGS, TemplateError } from './liquid.ts'
import { parsePack } from './pack.ts'

const render = (text: string, data: Record<string, unknown> = {}): string =>
  compileTemplate(text).render(data)

function failure(text: string, data: Record<string, unknown> = {}): TemplateError {
  try {
    render(text, data)
  } catch (error) {
    if (error instanceof TemplateError) return error
    throw error
  }
  throw new Error('it rendered')
}

describe('text', () => {
  test.each([
    ['the last line end is not part of it', 'a\nb\n', 'a\nb'],
    ['only the last one', 'a\n\n', 'a\n'],
    ['line ends of Windows are line ends', 'a\r\nb\r\n', 'a\nb'],
    ['a lone carriage return stays', 'a\rb', 'a\rb'],
    ['nothing is escaped', '{{ "<b> & \'" }}', "<b> & '"],
    ['an empty template is empty', '', ''],
  ])('%s', (_, text, expected) => expect(render(text)).toBe(expected))

  test('messages can be put on one line as JSON', () => {
    expect(render('{{ m | json }}', { m: 'say "a"\n[2] me' })).toBe('"say \\"a\\"\\n[2] me"')
  })

  test('the same template renders again and again, each time with a fresh count of work', () => {
    const template = compileTemplate('{% for i in list %}{{ i }},{% endfor %}')
    const list = Array.from({ length: 50_000 }, (_, i) => i)
    const first = template.render({ list })
    for (let i = 0; i < 3; i++) expect(template.render({ list }) === first).toBe(true)
  })
})

describe('mistakes have their place', () => {
  test.each([
    ['an unknown name', 'a\n  {{ you.nam }}', 2, 6, 'undefined variable: you.nam'],
    ['also in a condition', '{% if you.nam %}{% endif %}', 1, 7, 'undefined variable: you.nam'],
    ['an unknown filter', '\n{{ you.name | shout }}', 2, 1, 'undefined filter: shout'],
    ['an unknown tag', 'a {% dance %}', 1, 3, 'tag "dance" not found'],
    ['a tag left open', 'a\n{% if you %}', 2, 1, 'not closed'],
    ['an output left open', 'a {{ you', 1, 3, 'not closed'],
    ['a value that is empty', '{{ gone }}', 1, 1, 'nothing to print'],
    ['a list', '{{ list }}', 1, 1, 'a list cannot be printed'],
    ['an object', '{{ you }}', 1, 1, 'an object cannot be printed'],
  ])('%s', (_, text, line, column, message) => {
    const error = failure(text, { you: { name: 'n' }, gone: null, list: [1] })
    expect([error.line, error.column]).toEqual([line, column])
    expect(error.message).toContain(message)
  })
})

describe('hostile templates are stopped', () => {
  const doubled = '{% assign s = "0123456789" %}{% for i in (1..60) %}'
  test.each([
    ['a loop in a loop', '{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}', 'steps'],
    ['a loop without end to speak of', '{% for i in (1..9999999999) %}x{% endfor %}', 'memory'],
    ['text that doubles', `${doubled}{% assign s = s | append: s %}{% endfor %}`, 'memory'],
    [
      'text that doubles in a capture',
      `${doubled}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}`,
      'characters',
    ],
    [
      'a list that doubles',
      '{% assign x = "a,b" | split: "," %}{% for i in (1..60) %}{% assign x = x | concat: x %}{% endfor %}',
      'memory',
    ],
    [
      'long output',
      '{% assign s = "x" %}{% for i in (1..20) %}{% assign s = s | append: s %}{% endfor %}{% for i in (1..99) %}{{ s }}{% endfor %}',
      'characters',
    ],
    ['deep nesting', `${'{% if true %}'.repeat(15_000)}${'{% endif %}'.repeat(15_000)}`, 'too deeply'],
    ['a huge template', 'x'.repeat(LIMITS.template + 1), 'characters at most'],
  ])('%s', (_, text, message) => expect(failure(text).message).toContain(message))

  test.each([
    ['{{ constructor }}'],
    ['{{ __proto__ }}'],
    ['{{ you.constructor }}'],
    ['{{ you.__proto__ }}'],
    ['{{ you["constructor"]["constructor"] }}'],
    ['{{ you.name.constructor }}'],
    ['{{ list.constructor }}'],
    ['{{ list | map: "constructor" | join }}'],
    ['{{ list | where: "__proto__" | size }}'],
    ['{{ toString }}'],
    ['{{ process.env.HOME }}'],
    ['{{ globalThis }}'],
  ])('%s reaches nothing of the program', (text) => {
    const data = { you: { name: 'n' }, list: [{ a: 1 }] }
    let out: string
    try {
      out = render(text, data)
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError)
      return
    }
    expect(out).toBe('')
  })

  test.each(['include', 'render', 'layout', 'block', 'liquid', 'increment', 'tablerow', 'echo'])(
    'no tag %s',
    (tag) => {
      expect(failure(`{% ${tag} "/etc/passwd" %}`).message).toContain('not found')
    },
  )

  test.each([
    'date',
    'sample',
    'shuffle',
    'where_exp',
    'group_by_exp',
    'raw',
    'inspect',
    'base64_decode',
    'url_decode',
    'sort_natural',
    'sha256',
  ])('no filter %s', (filter) =>
    expect(failure(`{{ "now" | ${filter} }}`).message).toContain(`undefined filter: ${filter}`),
  )

  test('the lists of tags and filters name what is there', () => {
    for (const filter of FILTERS)
      expect(failure(`{{ nothing | ${filter} }}`).message).toContain('undefined variable')
    expect(TAGS).not.toContain('include')
  })

  test('a pack with such a template is refused with a clear problem at its place', () => {
    const text = 'x\n {% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}'
    const { scenario, problems } = parsePack({ 'scenario.yaml': LOT, 'prompts/turn.liquid': text })
    expect(scenario).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ file: 'prompts/turn.liquid', line: 2 })
    expect(problems[0]!.message).toContain('The template was stopped')
  })
})

describe('templates of a pack', () => {
  const problemsOf = (name: string, text: string, yaml = LOT) =>
    parsePack({ 'scenario.yaml': yaml, [`prompts/${name}.liquid`]: text }).problems

  test.each([
    ['system', 'a\n{{ you.nam }}', 2, 4, 'you.nam', 'did you mean "you.name"?'],
    ['system', '{% if turn %}{% endif %}', 1, 7, 'turn', 'the system prompt is the same in every turn'],
    ['turn', '{% if turn > 99 %}{{ standin }}{% endif %}', 1, 22, 'standin', 'did you mean "standing"?'],
    ['turn', '{% for e in record %}{{ e.mesage }}{% endfor %}', 1, 25, 'e.mesage', 'docs/packs.md'],
    ['turn', '{{ reply }}', 1, 4, 'reply', 'in a repair alone'],
    ['turn', '{{ parties[1].reservation }}', 1, 4, 'parties.1.reservation', 'information: common'],
    ['observer', '{{ you.name }}', 1, 4, 'you', 'see what is public'],
    ['repair', '{{ fault.txt }}', 1, 4, 'fault.txt', 'did you mean "fault.text"?'],
    ['system.seller', '{{ vars.x }}', 1, 4, 'vars.x', 'known: none'],
    ['turn', '{{ you.name | upcas }}', 1, 1, 'upcas', 'did you mean "upcase"?'],
    ['turn', '{% incude %}', 1, 1, 'incude', 'known: assign'],
  ])('%s: %s', (name, text, line, column, found, mend) => {
    const problems = problemsOf(name, text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ file: `prompts/${name}.liquid`, line, column, found })
    expect(problems[0]!.mend).toContain(mend)
  })

  test.each([
    ['sytem', 'did you mean "system"?'],
    ['system.buyr', 'did you mean "buyer"?'],
  ])('a file called %s would never be used', (name, mend) => {
    expect(problemsOf(name, 'x').map((problem) => problem.mend)).toEqual([mend])
  })

  test('a protocol without a default system prompt needs one', () => {
    const talk = changed(LOT, ['alternating-offers', 'free-talk'])
    expect(parsePack({ 'scenario.yaml': talk }).problems.map(({ expected }) => expected)).toEqual([
      'prompts/system.liquid',
    ])
    expect(problemsOf('system', 'Talk.', talk)).toEqual([])
  })
})
