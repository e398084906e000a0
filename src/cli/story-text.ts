/**
 * A negotiation as a conversation on a terminal. Words are a stranger's: everything passes `safe` before it is
 * printed. Colour carries nothing that the words do not say.
 */
import pico from 'picocolors'
import type { Rational } from '../core/rational.ts'
import { printed } from '../core/rational.ts'
import { OBSERVER } from '../protocols/seats.ts'
import { withKind } from '../record/kinds.ts'
import type { StoryFault, StoryOffer, StoryReading, StoryResult, StoryTurn } from '../record/story.ts'
import { tellAudit } from '../record/story-readings.ts'
import type { Scenario } from '../scenario/types.ts'
import type { PlayScores } from '../study/scores/play-scores.ts'
import { beside } from './beside.ts'
import { reasonText } from './result-text.ts'
import { scoreLines } from './scores-text.ts'
import { attemptLines } from './story-calls.ts'
import { auditLine, readingLine, wordLines } from './story-readings.ts'
import { scoreBlock } from './story-score.ts'
import { voteWords } from './story-votes.ts'
import { cut, safe, safeLine } from './text.ts'
import { wrap } from './wrap.ts'

export interface Story {
  readonly title: string
  /** The negotiation's id, or the file of calls. */
  readonly name: string
  readonly scenario: Scenario
  readonly opener: string
  /** Which negotiator sat for each party, where that is known. */
  readonly seats?: Readonly<Record<string, string>>
  /** The script or the model behind a negotiator's name, where that is told. */
  readonly kinds?: Readonly<Record<string, string>>
  /** Of a talk: whether its parties are powered by the same thing, where that is told. */
  readonly talkers?: string
  readonly turns: readonly StoryTurn[]
  /** Undefined while a move is due. */
  readonly result?: StoryResult
  readonly largest?: Rational
  /** Of a scored play: distances, and what each party did. */
  readonly scores?: PlayScores
  /** What a reader should know before trusting it: differences, a running negotiation. */
  readonly notes: readonly string[]
}

type Paint = ReturnType<typeof pico.createColors>

/** Longer lines are hard to read; beyond this words and moves stand side by side. */
const WIDEST = 100
const SIDE_BY_SIDE = 120
const NARROWEST = 40

/** The whole conversation as text of at most `columns` columns (40 at least). */
export function storyText(story: Story, columns: number, color: boolean): string {
  const paint = pico.createColors(color)
  if (columns >= SIDE_BY_SIDE) return new Teller(story, WIDEST, paint, Math.min(columns, 2 * WIDEST)).text()
  return new Teller(story, Math.max(NARROWEST, Math.min(columns, WIDEST)), paint).text()
}

class Teller {
  readonly #story: Story
  readonly #width: number
  readonly #left: number
  readonly #right: number
  readonly #paint: Paint
  readonly #labels: ReadonlyMap<string, string>

  /** `both`: the width of words and moves side by side; without it moves stand below the words. */
  constructor(story: Story, width: number, paint: Paint, both?: number) {
    this.#story = story
    this.#width = width
    this.#left = both === undefined ? width : Math.ceil(both * 0.54)
    this.#right = both === undefined ? width : both - this.#left - 2
    this.#paint = paint
    this.#labels = new Map(story.scenario.parties.map(({ id, label }) => [id, safeLine(label)]))
  }

  text(): string {
    const { turns, notes } = this.#story
    const blocks = [
      this.#head(),
      ...turns.map((turn, i) => this.#turn(turn, turns[i - 1])),
      this.#end(),
      ...notes.map((note) => wrap(safe(note), this.#width, 'Note: ', '      ')),
    ]
    return blocks.join('\n\n')
  }

  #head(): string {
    const { title, name, scenario, opener, seats, talkers } = this.#story
    const lines = [this.#paint.bold(wrap(safeLine(title), this.#width)), wrap(safeLine(name), this.#width)]
    for (const party of scenario.parties) {
      const own = seats && Object.hasOwn(seats, party.id) ? `, played by ${this.#who(seats[party.id]!)}` : ''
      const opens = party.id === opener ? '; opens' : ''
      lines.push(
        wrap(`${this.#label(party.id)}: ${safeLine(party.name)}${own}${opens}`, this.#width, '  ', '    '),
      )
    }
    if (talkers !== undefined) lines.push(wrap(`Powered by: ${talkers}`, this.#width, '  ', '    '))
    if (seats && Object.hasOwn(seats, OBSERVER)) {
      const observer = `Observer, seen by no party: ${this.#who(seats[OBSERVER]!)}`
      lines.push(wrap(observer, this.#width, '  ', '    '))
    }
    const opening = scenario.protocol.settings.opening_package
    if (typeof opening === 'object' && opening !== null) {
      const terms = Object.entries(opening).map(
        ([issue, option]) => `${safeLine(issue)} ${safeLine(String(option))}`,
      )
      lines.push(wrap(`On the table from the start, as P1: ${terms.join(', ')}`, this.#width, '  ', '    '))
    }
    return [...lines, '', this.#paint.dim(wrap(this.#known(), this.#width))].join('\n')
  }

  /** A negotiator by its name, and what plays under it. */
  #who(name: string): string {
    return safeLine(withKind(name, this.#story.kinds))
  }

  /** Who could have known the points that are shown. */
  #known(): string {
    if (this.#isTalk)
      return this.#story.scenario.observer === undefined
        ? 'Nobody reads this talk; it has no points.'
        : 'What the observer read stands below each message. No party saw it, and there are no points.'
    return this.#story.scenario.information === 'common'
      ? "All parties' points are shown after each offer; in this scenario each party knows them."
      : "All parties' points are shown after each offer. No single party knew them: each knew only its own."
  }

  #turn(turn: StoryTurn, before: StoryTurn | undefined): string {
    const words = turn.faults.map((fault) => this.#fault(fault))
    if (turn.changedTerms) {
      const text = 'The repair changed the terms, not only what was wrong.'
      words.push(this.#paint.yellow(wrap(text, this.#left, '  ! ', '    ')))
    }
    words.unshift(
      ...attemptLines(turn.calls).map((line) => this.#paint.yellow(wrap(line, this.#left, '  ~ ', '    '))),
    )
    if (turn.message !== '') words.push(wrap(safe(turn.message), this.#left, '  '))
    const head = this.#paint.bold(`Turn ${turn.turn}  ${this.#label(turn.seat)}`)
    const moves = [
      ...this.#action(turn, before),
      ...(turn.readings ?? []).flatMap((one) => this.#reading(one)),
    ]
    if (this.#left === this.#width) return [head, ...words, ...moves].join('\n')
    return `${head}\n${beside(words.join('\n'), moves.join('\n'), this.#left + 2)}`
  }

  get #isTalk(): boolean {
    return this.#story.scenario.protocol.type === 'free-talk'
  }

  /** A reading, with what went wrong before it. */
  #reading(reading: StoryReading): string[] {
    const { green, dim, yellow } = this.#paint
    const { tone, text } = readingLine(reading)
    const color = { yes: green, no: dim, none: yellow, due: dim }[tone]
    const wrong = reading.faults.map(({ code, problem }) =>
      yellow(wrap(`Faulty reading (${code}): ${safeLine(problem)}`, this.#right, '  ! ', '    ')),
    )
    const attempts = attemptLines(reading.calls).map((line) =>
      yellow(wrap(line, this.#right, '  ~ ', '    ')),
    )
    return [...attempts, ...wrong, color(wrap(text, this.#right, '  ○ ', '    '))]
  }

  #fault({ code, problem, text }: StoryFault): string {
    const head = wrap(`Faulty reply (${code}): ${safeLine(problem)}`, this.#left, '  ! ', '    ')
    const reply = cut(safeLine(text), LONGEST_FAULTY)
    const quoted = wrap(reply === '' ? '(nothing)' : reply, this.#left, '    > ')
    return `${this.#paint.yellow(head)}\n${this.#paint.dim(quoted)}`
  }

  #action(turn: StoryTurn, before: StoryTurn | undefined): string[] {
    const paint = this.#paint
    const { action, offer, standing, absent, absentWords, seat } = turn
    if (this.#story.scenario.protocol.type === 'package-votes' && absent === undefined)
      return this.#vote(turn)
    if (this.#isTalk && absent === undefined) return this.#spoken(turn)
    const still = standing ? `; ${this.#whose(standing)} still stands` : '; no offer stands'
    if (absent !== undefined) {
      const why = absentWords === undefined ? '' : ` ${safeLine(absentWords)}`
      return [this.#mark(paint.red, `No move came (${safeLine(absent)}).${why}`)]
    }
    if (action === 'OFFER' && offer) {
      const old = before?.standing ? `, standing in place of ${before.standing.id}` : ', standing'
      return [this.#mark(paint.cyan, `OFFER ${offer.id}${old}`), this.#terms(offer), ...this.#points(offer)]
    }
    if (action === 'ACCEPT' && offer) return [this.#mark(paint.green, `ACCEPT ${this.#whose(offer)}: agreed`)]
    if (action === 'NONE') return [this.#mark(paint.dim, `NONE: chose to make no move${still}`)]
    if (action === 'PASS') {
      return [this.#mark(paint.yellow, `PASS: the turn was lost to faults, nobody chose it${still}`)]
    }
    if (action === 'END') return [this.#mark(paint.red, 'END: no deal')]
    if (action !== undefined) return [this.#mark(paint.cyan, safeLine(action))]
    return [this.#mark(paint.dim, `${this.#label(seat)} has not moved yet${still}`)]
  }

  /** Of a talk the words say all that there is to a turn. */
  #spoken({ action, seat }: StoryTurn): string[] {
    const { yellow, dim } = this.#paint
    if (action === 'PASS') return [this.#mark(yellow, 'PASS: the turn was lost to faults, nobody chose it')]
    return action === undefined ? [this.#mark(dim, `${this.#label(seat)} has not spoken yet`)] : []
  }

  #vote(turn: StoryTurn): string[] {
    const words = voteWords(turn, (seat) => this.#label(seat))
    if (!words) return [this.#mark(this.#paint.dim, `${this.#label(turn.seat)} has not moved yet`)]
    const { cyan, green, red, dim, yellow } = this.#paint
    const color = { new: cyan, yes: green, no: red, quiet: dim, lost: yellow }[words.tone]
    const { offer } = turn
    const more = words.terms && offer ? [this.#terms(offer), ...this.#points(offer)] : []
    return [this.#mark(color, words.text), ...more]
  }

  /** `O4 (Buyer's)`. */
  #whose = ({ id, by }: StoryOffer): string => `${id} (${this.#label(by)}'s)`

  #mark(color: (text: string) => string, text: string): string {
    return color(wrap(text, this.#right, '  ▸ ', '    '))
  }

  #terms({ terms }: StoryOffer): string {
    // An issue and its value stay on one line where they fit.
    const list = Object.entries(terms).map(([issue, value]) => hold(`${safeLine(issue)} ${safeLine(value)}`))
    return release(wrap(list.join(', '), this.#right, '    '))
  }

  #points({ points }: StoryOffer): string[] {
    const list = Object.entries(points).map(([party, value]) =>
      hold(`${this.#label(party)} ${printed(value)}`),
    )
    if (list.length === 0) return []
    return [this.#paint.dim(release(wrap(`all points: ${list.join(', ')}`, this.#right, '    ')))]
  }

  #end(): string {
    const { result, turns } = this.#story
    const rule = this.#paint.dim('─'.repeat(this.#width))
    if (!result)
      return `${rule}\nNot ended: a move is due${turns.length === 0 ? '; nothing has been said yet' : ''}.`
    const lines = [rule, this.#paint.bold(wrap(this.#endWords(result), this.#width))]
    if (result.terms) {
      for (const [issue, value] of Object.entries(result.terms)) {
        lines.push(wrap(`${safeLine(issue)} ${safeLine(value)}`, this.#width, '  ', '    '))
      }
    }
    const { end } = result
    if (end.kind === 'settled') {
      for (const line of wordLines(end)) lines.push(wrap(line, this.#width, '  ', '    '))
      const audit = tellAudit(turns, end)
      if (audit) lines.push(wrap(auditLine(audit), this.#width, '', '  '))
    }
    const label = (seat: string): string => this.#label(seat)
    const score = scoreBlock(result, this.#story, label, this.#width)
    return [...lines, ...score, ...this.#conduct()].join('\n')
  }

  #endWords({ end }: StoryResult): string {
    if (end.kind === 'agreement') {
      const { parties } = this.#story.scenario
      const among = (ids: readonly string[] | undefined, words: string): string => {
        const others = parties
          .filter(({ id }) => ids?.includes(id) === false)
          .map(({ id }) => this.#label(id))
        return others.length === 0 ? '' : `, ${words} ${others.join(' and ')}`
      }
      const whom = end.parties ? among(end.parties, 'without') : among(end.supporters, 'against')
      return `Agreement on ${end.offer} (${this.#label(end.by)}'s), turn ${end.turn}${whom}`
    }
    if (end.kind === 'settled')
      return `Settled: ${safeLine(end.type)}, as the observer read it after turn ${end.turn}`
    if (end.kind === 'no-agreement') return `No agreement: ${reasonText(end)} (turn ${end.turn})`
    return `Interrupted on turn ${end.turn}: ${reasonText(end)}. The outcome is unknown, which is not a zero.`
  }

  /** What the figures above do not tell of the play. */
  #conduct(): string[] {
    const { scenario, scores } = this.#story
    if (!scores) return []
    return scoreLines(scenario, scores).map((line) => wrap(line, this.#width, '', '  '))
  }

  #label(seat: string): string {
    return this.#labels.get(seat) ?? safeLine(seat)
  }
}

/** A faulty reply may be anything; its beginning is enough to see what went wrong. */
const LONGEST_FAULTY = 400

/** Spaces that `wrap` does not break at, and their release. */
const hold = (text: string): string => text.replaceAll(' ', '\u00a0')
const release = (text: string): string => text.replaceAll('\u00a0', ' ')
