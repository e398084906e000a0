import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { exactText } from '../core/rational.ts'
import { readReply } from '../protocols/read.ts'
import { checkScenario, loadScenario } from './folder.ts'
import { makeGame } from './game.ts'
import { makeRenderer } from './render.ts'
import { gains, scoreEnd } from './score.ts'

const folder = new URL('../../../shared/reference/', import.meta.url)
const missing = !existsSync(folder)
const pack = (name: string): string => fileURLToPath(new URL(`packs/${name}`, folder))
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8').replace(/\n$/, '')

describe.skipIf(missing)('reference packs (skipped where the reference material is not at hand)', () => {
  test('the concert pack loads; its formulas are flagged as unchecked, since their names are explained in prose', async () => {
    const { scenario, problems } = await checkScenario(pack('concert-tickets'))
    expect(problems.map(({ severity, line, column, path }) => [severity, line, column, path])).toEqual([
      ['warning', 44, 14, 'parties[0].formula'],
      ['warning', 54, 14, 'parties[1].formula'],
    ])
    expect(scenario?.parties.map((party) => party.formula?.checked)).toEqual([false, false])
  })

  test('the concert pack renders all 20 prompts that were sent, byte for byte, and scores the agreement', async () => {
    const scenario = await loadScenario(pack('concert-tickets'))
    const renderer = makeRenderer(scenario)
    const { protocol, config } = makeGame(scenario)
    let state = protocol.start(config)
    let compared = 0
    for (const line of read('concert/calls.jsonl').split('\n')) {
      const { request, reply } = JSON.parse(line)
      const seat = protocol.actor(state)!
      const view = protocol.view(state, seat)
      const prompt = renderer.prompt(seat, view)
      expect(prompt.system).toBe(request.system)
      expect(prompt.messages).toEqual(request.messages)
      compared += 2
      const json = readReply(reply)
      if (!json.ok) throw new Error(json.fault.code)
      const checked = protocol.check(json.value, view)
      if (!checked.ok) throw new Error(checked.fault.code)
      state = protocol.apply(state, seat, checked.submission)
    }
    expect(compared).toBe(20)
    const end = protocol.outcome(state)!
    expect(end).toMatchObject({
      kind: 'agreement',
      offer: 'O9',
      by: 'buyer',
      turn: 10,
      outcome: [6750, 2400, 9600],
    })
    const points = scoreEnd(scenario, end)!
    expect(exactText(points.buyer!)).toBe('63.425')
    expect(exactText(points.seller!)).toBe('60.95')
    const { buyer, seller } = gains(scenario, points)
    expect(exactText(buyer!.add(seller!))).toBe('84.375')
  })

  test('the northgate pack renders the six system prompts', async () => {
    const { scenario, problems } = await checkScenario(pack('northgate'))
    // The slips that its README names, and no others.
    expect(problems.map(({ severity, line, found }) => [severity, line, found])).toEqual([
      ['warning', 5, expect.stringMatching(/^- Blake — .* \(veto party — no deal passes wit/)],
      ['warning', 27, '=== PRIVATE — yours alone; never reveal these numbers verbatim ==='],
      ['warning', 29, 'Your secret score sheet (points you get for each option):'],
      ['warning', 42, 'Do NOT put your private score numbers here.'],
      ['warning', 60, '- Your acceptance threshold is private.'],
    ])
    expect(problems[0]!.message).toMatch(/Avery, Casey, Devon, Ember, Flynn\)\.$/)
    const renderer = makeRenderer(scenario!)
    const parties = scenario!.parties.map((party) => party.id)
    expect(parties).toEqual(['avery', 'blake', 'casey', 'devon', 'ember', 'flynn'])
    for (const party of parties) expect(renderer.system(party)).toBe(read(`northgate/${party}.system.txt`))
    expect(exactText(scenario!.parties[2]!.reservation.value)).toBe('121.188')
  })

  test('the battery pack renders both briefings and the instructions of the observer', async () => {
    const { scenario, problems } = await checkScenario(pack('battery-pack'))
    expect(problems).toEqual([])
    const renderer = makeRenderer(scenario!)
    expect(renderer.system('a')).toBe(read('battery/party-a.briefing.txt'))
    expect(renderer.system('b')).toBe(read('battery/party-b.briefing.txt'))
    expect(renderer.observer()).toBe(read('battery/observer.txt'))
    // What the observer is sent is these instructions, and the transcript made of the public record.
    const { protocol, config } = makeGame(scenario!)
    let state = protocol.start(config)
    for (const message of ['I claim the crate.', 'So do I. What do you need it for?'])
      state = protocol.apply(state, protocol.actor(state)!, { action: 'SAY', message })
    const { system, messages } = renderer.prompt('observer', protocol.view(state, 'observer'))
    expect(system).toBe(read('battery/observer.txt'))
    expect(messages).toHaveLength(1)
    expect(messages[0]!.content).toMatch(
      /^Party A: "I claim the crate\."\nParty B: "So do I\. What do you need it for\?"\n/,
    )
    expect(Object.keys(protocol.ask(protocol.view(state, 'observer')).schema.properties as object)).toEqual([
      'agreement_reached',
      'allocation_type',
      'allocation',
      'rationale',
      'confidence',
    ])
  })

  test('the shipped northgate is the same game in other words, without the slips', async () => {
    const theirs = await loadScenario(pack('northgate'))
    const path = fileURLToPath(new URL('../../scenarios/northgate', import.meta.url))
    const { scenario, problems } = await checkScenario(path)
    expect(problems).toEqual([])
    const ours = scenario!
    expect(ours.issues.map((issue) => [issue.id, issue.type === 'choice' && issue.options])).toEqual(
      theirs.issues.map((issue) => [issue.id, issue.type === 'choice' && issue.options]),
    )
    expect(ours.parties.map((party) => [party.id, party.veto, party.reservation.text, party.sheet])).toEqual(
      theirs.parties.map((party) => [party.id, party.veto, party.reservation.text, party.sheet]),
    )
    expect(ours.protocol).toEqual(theirs.protocol)
    expect(ours.information).toBe('common')
    const sentences = (text: string) => text.split(/[.\n]\s*/).filter((part) => part.split(' ').length > 5)
    for (const { id } of ours.parties) {
      const own = makeRenderer(ours).system(id)
      const reference = makeRenderer(theirs).system(id)
      const same = sentences(own).filter((sentence) => reference.includes(sentence))
      // What is left are names of issues and options, which are facts of the game.
      expect(same.filter((sentence) => !/^- [A-Z][a-z ]+:|^- Ember|^- /.test(sentence))).toEqual([])
      // Nothing is called secret in a game where all is open, and Blake's veto is Blake's.
      expect(own).not.toMatch(/secret|private|confidential|reveal/i)
      expect(own.includes('no deal passes that you do not support')).toBe(id === 'blake')
      for (const { reservation } of ours.parties) expect(own).toContain(reservation.text)
    }
  })

  test('the shipped concert tickets are the same game in other words', async () => {
    const theirs = await loadScenario(pack('concert-tickets'))
    const ours = await loadScenario(
      fileURLToPath(new URL('../../scenarios/concert-tickets', import.meta.url)),
    )
    const bare = (scenario: typeof ours) => scenario.issues.map(({ describe: _, note: __, ...rest }) => rest)
    expect(bare(ours)).toEqual(bare(theirs))
    expect(ours.parties.map((party) => [party.id, party.reservation.text, party.sheet])).toEqual(
      theirs.parties.map((party) => [party.id, party.reservation.text, party.sheet]),
    )
    expect(ours.protocol).toEqual(theirs.protocol)
    expect(ours.information).toBe(theirs.information)
    const sentences = (text: string) => text.split(/[.\n]\s*/).filter((part) => part.split(' ').length > 5)
    const [own, reference] = [makeRenderer(ours).system('buyer'), makeRenderer(theirs).system('buyer')]
    expect(sentences(own).filter((sentence) => reference.includes(sentence))).toEqual([])
  })
})
