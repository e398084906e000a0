/** A seat's page holds what its party may know, its form allows what the protocol allows, and nothing else does. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAllowed, type Outcome } from '../../core/issue.ts'
import { randomOf } from '../../core/random.ts'
import { exactText } from '../../core/rational.ts'
import type { SeatView } from '../../protocols/contract.ts'
import { makeBrief } from '../brief.ts'
import { loadScenario } from '../folder.ts'
import { type Game, makeGame } from '../game.ts'
import { makeRenderer } from '../render.ts'
import { draftProblem, moveForm, moveOf } from './form.ts'
import { seatPage } from './page.ts'
import { pointsSoFar, reach, utilityOf } from './points.ts'
import type { SeatPage } from './types.ts'

const tickets = makeGame(await loadScenario('scenarios/concert-tickets'))
const harbour = makeGame(await loadScenario('scenarios/northgate'))

const pageOf = ({ scenario, protocol }: Game, view: SeatView): SeatPage =>
  seatPage({
    scenario,
    protocol,
    brief: makeBrief(scenario, view.seat),
    view,
    instructions: makeRenderer(scenario).system(view.seat),
  })

/** States on the way of a random play: the k-th of the allowed actions at each turn. */
function* states(game: Game, seed: string): Generator<unknown> {
  const { protocol } = game
  const random = randomOf('seat', seed)
  let state = protocol.start(game.config)
  for (let i = 0; i < 60; i++) {
    yield state
    const seat = protocol.actor(state)
    if (seat === undefined) return
    const actions = protocol.actions(protocol.view(state, seat))
    const fixed = actions.count < 8n ? Number(actions.count) : 8
    const k =
      random.int(0, 1) === 0
        ? BigInt(random.int(0, fixed - 1))
        : actions.count - 1n - BigInt(random.int(0, fixed - 1))
    state = protocol.apply(state, seat, actions.at(k))
  }
}

describe.each([
  ['alternating offers', tickets],
  ['package votes', harbour],
])('the page of a seat: %s', (_, game) => {
  const { protocol, scenario } = game

  test('is plain JSON and holds no other party', () => {
    for (const state of states(game, 'json')) {
      for (const { id } of scenario.parties) {
        const page = pageOf(game, protocol.view(state, id))
        expect(JSON.parse(JSON.stringify(page))).toEqual(page)
        const others = scenario.parties.map((party) => party.id).filter((other) => other !== id)
        expect(page.brief.open.map((party) => party.id)).toEqual(
          scenario.information === 'common' ? others : [],
        )
        expect(Object.keys(page.brief.parties[0]!).sort()).toEqual(['about', 'id', 'label', 'name', 'veto'])
      }
    }
  })

  test('asks the seat whose move it is, and only that one', () => {
    for (const state of states(game, 'asks')) {
      for (const { id } of scenario.parties) {
        expect(pageOf(game, protocol.view(state, id)).move !== undefined).toBe(protocol.actor(state) === id)
      }
    }
  })

  test('points of offers are those of the seat, exactly, computed from the page alone', () => {
    let offers = 0
    for (const state of states(game, 'points')) {
      for (const party of scenario.parties) {
        const page = pageOf(game, protocol.view(state, party.id))
        const own = utilityOf(page.brief.issues, page.brief.you.tables!)
        const kept = (
          protocol.view(state, party.id) as unknown as {
            record: { slice(): { offer?: { id: string; outcome: Outcome } }[] }
          }
        ).record
        for (const { offer } of kept.slice()) {
          if (!offer) continue
          const told = page.record.find((line) => line.offer?.id === offer.id)!.offer!
          expect(told.points!.exact).toBe(exactText(party.utility!.points(offer.outcome)))
          expect(exactText(own.points(offer.outcome))).toBe(told.points!.exact)
          expect(exactText(pointsSoFar(own, offer.outcome))).toBe(told.points!.exact)
          offers++
        }
      }
    }
    expect(offers).toBeGreaterThan(5)
  })

  test('what the form lets through, the protocol takes', () => {
    fc.assert(
      fc.property(
        fc.nat(12),
        fc.nat(4),
        fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
        fc.string(),
        (step, action, picks, message) => {
          const state = [...states(game, 'form')].at(step % 12)
          const seat = state === undefined ? undefined : protocol.actor(state)
          if (seat === undefined) return
          const view = protocol.view(state, seat)
          const page = pageOf(game, view)
          const form = page.move!
          if (form.kind === 'talk') throw new Error('no talk here')
          const values = page.brief.issues.map((issue, i) =>
            issue.type === 'choice'
              ? picks[i]! % issue.options.length
              : issue.min + issue.step * (picks[i]! % (Math.floor((issue.max - issue.min) / issue.step) + 1)),
          )
          const draft = {
            action: form.actions[action % form.actions.length]!,
            offer: form.kind === 'votes' ? form.offers[0] : undefined,
            values,
            message: message.toWellFormed(),
          }
          const checked = protocol.check(
            JSON.parse(JSON.stringify(moveOf(form, page.brief.issues, draft))),
            view,
          )
          expect(draftProblem(form, page.brief.issues, draft) === undefined).toBe(checked.ok)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a draft', () => {
  const { protocol, config, scenario } = tickets
  const view = protocol.view(protocol.start(config), tickets.opener)
  const form = moveForm('alternating-offers', view)!

  test('is told what is missing and what is too much', () => {
    const told = (draft: Partial<Parameters<typeof draftProblem>[2]>) =>
      draftProblem(form, scenario.issues, { action: 'OFFER', message: '', values: [6000, 0, 0], ...draft })
    expect(told({})).toBeUndefined()
    expect(told({ values: [6000, undefined, 0] })).toBe('Choose a value for cancellation fee (%).')
    expect(told({ values: [5999, 0, 0] })).toMatch(/unit price \(USD\) is not allowed/)
    expect(told({ action: 'ACCEPT' })).toBe('Choose what to do.')
    expect(told({ message: 'word '.repeat(81) })).toBe('The message has 81 words; at most 80 are allowed.')
  })

  test('knows how far points reach', () => {
    const { you } = pageOf(tickets, view).brief
    const { least, most } = reach(utilityOf(scenario.issues, you.tables!))
    expect([exactText(least), exactText(most)]).toEqual(['0', '100'])
    expect(isAllowed(scenario.issues[0]!, 6000)).toBe(true)
  })
})
