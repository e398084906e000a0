/**
 * A person's pass over the talks: which of them, in which order, what was labelled so far, and how labels get into the
 * record. Each label is durable before the next talk is shown; a later label of the same talk counts in its place.
 */
import { UserError } from '../../core/problem.ts'
import { OBSERVER } from '../../protocols/seats.ts'
import { type Label, labelRead, labelText, readLabel } from '../../record/passes/label.ts'
import { nextPass, passStream } from '../../record/passes/names.ts'
import type { Pass } from '../../record/passes/plan.ts'
import { kindsOf, lastTurn } from '../../record/passes/readings.ts'
import type { RecordWriter } from '../../store/contract.ts'
import { openWriter } from '../../store/index.ts'
import { nodeSha256 } from '../../store/node-hash.ts'
import { type Journal, makeJournal } from '../journal.ts'
import { drawSheet, type Item, type Talk } from '../label/sheet.ts'
import { takeIn } from '../looks.ts'
import { STUDY_STREAM } from '../survey.ts'
import { closeReading, readReading, startReading } from './stream.ts'
import { type FinishedTalk, readTalks } from './talks.ts'
import { openPass, type PassTask, unread } from './task.ts'

export interface LabelOptions {
  now(): Date
  random(): string
  readonly parley: string
  /** How the person calls themselves. */
  readonly coder: string
  /** What the order is drawn from, for a pass that begins; random unless given. */
  readonly seed?: string
  /** At most so many talks, drawn, for a pass that begins. */
  readonly sample?: number
  /** Talks that this person has labelled before, too. */
  readonly again?: boolean
  /** Only goes on: names of talks on a sheet mean something in the pass alone that it was printed for. */
  readonly begun?: boolean
}

export interface LabelItem extends Item {
  readonly item: string
}

/** An open pass of labels. To be closed by `leave`. */
export interface LabelPass {
  readonly pass: string
  readonly items: readonly LabelItem[]
  readonly labels: ReadonlyMap<string, Label>
  readonly resumed: boolean
  /** Puts a label down for an item; durable when it returns. Throws a UserError where it is no label of this talk. */
  label(item: string, label: Label): Promise<void>
  /** Ends the pass where every talk has a label or was passed over; false where some have neither. */
  finish(): Promise<boolean>
  /** Lets the record go. */
  leave(): Promise<void>
}

/**
 * Goes on with this person's pass, or begins one over the talks that they have not labelled yet. Undefined where there
 * is none. Throws a UserError where the record cannot be read or is held by another process.
 */
export async function openLabels(file: string, options: LabelOptions): Promise<LabelPass | undefined> {
  const writer = await openWriter(file)
  try {
    const record = await readTalks(writer, file)
    const { survey, passes, plan } = record
    const task: PassTask = { what: 'label', reader: options.coder, settings: {}, turns: 'last' }
    const begun = openPass(passes, task)
    if (options.begun && !begun) {
      const message = `${options.coder} has no sheet that is open: nothing can be taken in.`
      const mend = 'Print one first, by the same name: parley label <study> --coder <name> --sheet.'
      throw new UserError([{ file, message, mend }])
    }
    const seed = begun?.started.seed ?? options.seed ?? options.random()
    const talks = begun ? ofPass(begun, record.talks) : unread(record, task, options.again ?? false)
    const heard = talks.filter(({ state }) => state.record.length > 0).map(heardOf)
    const items = begun ? inOrder(begun, heard, seed) : drawSheet(heard, seed, options.sample)
    if (items.length === 0) {
      await writer.close()
      return undefined
    }
    const { now, random, parley } = options
    const journal = makeJournal(writer, { now, salt: random, sha256: nodeSha256, streams: survey.streams })
    await takeIn(file, journal)
    const pass =
      begun?.started.pass ??
      nextPass(
        'label',
        passes.map(({ started }) => started),
      )
    if (!begun) {
      const negotiations = items.map(({ talk }) => talk.negotiation)
      journal.append(STUDY_STREAM, { type: 'pass.started', pass, ...task, negotiations, seed, parley })
      await journal.commit()
    }
    const work = new Labelling(
      { writer, journal, pass, file, study: plan.created.study, coder: options.coder },
      items,
    )
    await work.read(begun !== undefined)
    return work
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** A talk with the state it was read from, as its labels need it. */
interface HeardTalk extends Talk {
  readonly played: FinishedTalk
}

function heardOf(played: FinishedTalk): HeardTalk {
  const { state, game, assignment } = played
  const labels = new Map(game.scenario.parties.map(({ id, label }) => [id, label]))
  const until = lastTurn(state)!
  const messages = [...state.record].flatMap(({ turn, seat, message }) =>
    turn <= until ? [{ turn, label: labels.get(seat) ?? seat, message }] : [],
  )
  const { situation, about } = game.scenario
  const kinds = kindsOf(game)
  const told = kinds.flatMap((kind) => {
    const means = about?.taxonomy?.[kind]?.means
    return means === undefined ? [] : [[kind, means] as const]
  })
  const means = Object.fromEntries(told)
  return { negotiation: assignment.id, situation, messages, kinds, means, played }
}

const ofPass = ({ started }: Pass, talks: readonly FinishedTalk[]): FinishedTalk[] =>
  talks.filter(({ assignment }) => started.negotiations.includes(assignment.id))

/** The items of a pass that was begun, in the order that it has. */
function inOrder({ started }: Pass, talks: readonly HeardTalk[], seed: string): Item<HeardTalk>[] {
  const drawn = drawSheet(talks, seed)
  return started.negotiations.flatMap((id) => drawn.find(({ talk }) => talk.negotiation === id) ?? [])
}

interface Place {
  readonly writer: RecordWriter
  readonly journal: Journal
  readonly pass: string
  readonly file: string
  readonly study: string
  readonly coder: string
}

class Labelling implements LabelPass {
  readonly items: readonly Item<HeardTalk>[]
  readonly labels = new Map<string, Label>()
  resumed = false
  readonly #place: Place
  readonly #begun = new Set<string>()

  constructor(place: Place, items: readonly Item<HeardTalk>[]) {
    this.#place = place
    this.items = items
  }

  get pass(): string {
    return this.#place.pass
  }

  /** Takes in what was labelled before. */
  async read(resumed: boolean): Promise<void> {
    const { writer, pass, file } = this.#place
    this.resumed = resumed
    for (const { item, talk } of this.items) {
      const by = { kinds: talk.kinds, turn: lastTurn(talk.played.state) }
      const begun = await readReading(writer, pass, talk.negotiation, by, file)
      if (!begun) continue
      this.#begun.add(item)
      if (begun.replayed.label) this.labels.set(item, begun.replayed.label)
    }
  }

  async label(item: string, label: Label): Promise<void> {
    const { journal, pass, study, coder, file } = this.#place
    const { talk } = this.items.find((one) => one.item === item) ?? {}
    const text = labelText(label)
    const wrong = talk ? readLabel(text, talk.kinds) : { problem: 'there is no such talk' }
    if (!talk || 'problem' in wrong) {
      const message = `This is no label of ${item}: ${'problem' in wrong ? wrong.problem : ''}.`
      throw new UserError([{ file, message, found: text }])
    }
    const stream = passStream(pass, talk.negotiation)
    if (!this.#begun.has(item)) startReading(journal, talk.played, { study, pass, reader: coder })
    this.#begun.add(item)
    const turn = lastTurn(talk.played.state)!
    const place = { seat: OBSERVER, turn, repair: 0 }
    journal.append(stream, { type: 'reply.received', ...place, text, read: labelRead(label) })
    await journal.commit()
    this.labels.set(item, label)
  }

  async finish(): Promise<boolean> {
    if (this.items.some(({ item }) => !this.labels.has(item))) return false
    const { journal, pass } = this.#place
    const streams = this.items.map(({ item, talk: { negotiation } }) => {
      const stream = passStream(pass, negotiation)
      closeReading(journal, stream, { label: this.labels.get(item)! })
      return { negotiation, ...journal.at(stream) }
    })
    journal.append(STUDY_STREAM, { type: 'pass.closed', pass, streams })
    await journal.commit()
    return true
  }

  async leave(): Promise<void> {
    await this.#place.writer.close()
  }
}
