/** Asks a person for one move, question by question, until it is one that the rules allow. */
import { type Issue, valueText } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'
import { UserError } from '../../core/problem.ts'
import { printed } from '../../core/rational.ts'
import { countWords } from '../../protocols/words.ts'
import { belowText } from '../../scenario/seat/below.ts'
import { type Draft, draftProblem } from '../../scenario/seat/form.ts'
import { pointsSoFar, utilityOf } from '../../scenario/seat/points.ts'
import { readTyped } from '../../scenario/seat/typed.ts'
import type { MoveForm, SeatPage } from '../../scenario/seat/types.ts'
import { termName } from '../../scenario/term-name.ts'
import { safeLine } from '../text.ts'
import { briefText, type Layout, lineText, tableText } from './brief-text.ts'
import type { Lines } from './lines.ts'

export interface Asking extends Layout {
  readonly lines: Lines
  tell(text: string): void
}

/** The move as a draft; undefined where the person has left. */
export async function askMove(page: SeatPage, asking: Asking): Promise<Draft | undefined> {
  const { tell } = asking
  const form = page.move!
  tell(`\n${headLine(page, form)}`)
  if (form.fault !== undefined) tell(form.fault)
  const live = form.kind === 'votes' ? page.offers : page.standing?.by === page.seat ? [] : [page.standing]
  for (const offer of live) if (offer) tell(tableText(page, offer, asking))
  for (;;) {
    const draft = form.kind === 'talk' ? await askWords(page, asking) : await askAction(page, form, asking)
    if (draft === undefined) return undefined
    const problem = draftProblem(form, page.brief.issues, draft)
    if (problem === undefined && (await confirmed(asking, form))) return draft
    if (problem === undefined) continue
    if (!asking.lines.live) throw wrongLine(problem)
    tell(`That is no move yet: ${problem}`)
  }
}

const wrongLine = (message: string): UserError =>
  new UserError([{ file: 'standard input', message, mend: 'what was played is kept; go on with --folder' }])

function headLine(page: SeatPage, form: MoveForm): string {
  const left = page.turnsLeft === 0 ? 'the last one' : `${page.turnsLeft} more after it`
  const round =
    page.round === undefined
      ? ''
      : `, round ${page.round}${page.rounds === undefined ? '' : ` of ${page.rounds}`}`
  const final = page.final && form.kind === 'offers' ? 'accept what is offered, or end without a deal' : left
  return `Turn ${form.turn}${round}: your move (${final}).`
}

const ACTIONS: Readonly<Record<string, string>> = {
  OFFER: 'offer',
  ACCEPT: 'accept',
  NONE: 'nothing',
  END: 'end',
  propose: 'propose',
  accept: 'accept',
  reject: 'reject',
  walk: 'leave',
  none: 'nothing',
}

async function askAction(
  page: SeatPage,
  form: Exclude<MoveForm, { kind: 'talk' }>,
  asking: Asking,
): Promise<Draft | undefined> {
  const names = form.actions.map((action) => ACTIONS[action] ?? action)
  const typed = await answer<Pick<Draft, 'action' | 'offer'>>(
    page,
    asking,
    `What do you do: ${names.join(', ')}? (? for your brief) `,
    (text) => {
      const [verb = '', offer = ''] = text.toLowerCase().split(/\s+/)
      const found = names.findIndex((name) => verb !== '' && name.startsWith(verb))
      if (text === '') return { wrong: `Type one of ${names.join(', ')}, or its beginning.` }
      if (found < 0) return { wrong: `"${safeLine(text)}" is none of ${names.join(', ')}.` }
      const action = form.actions[found]!
      if (form.kind !== 'votes' || (action !== 'accept' && action !== 'reject')) return { value: { action } }
      const named = form.offers.find((id) => id.toLowerCase() === offer)
      const only = offer === '' && form.offers.length === 1 ? form.offers[0] : named
      return only === undefined
        ? { wrong: `Say which offer: ${form.offers.map((id) => `${ACTIONS[action]} ${id}`).join(', ')}.` }
        : { value: { action, offer: only } }
    },
  )
  if (typed === undefined) return undefined
  const taken =
    typed.action === 'ACCEPT' || typed.action === 'accept'
      ? [...page.offers, page.standing].find(
          (offer) => offer?.id === (typed.offer ?? (form.kind === 'offers' ? form.accept : undefined)),
        )
      : undefined
  const less = taken && belowText(page.brief, taken.points)
  if (less !== undefined) asking.tell(`  ${taken!.points!.printed} points to you. ${less}`)
  const makes = typed.action === 'OFFER' || typed.action === 'propose'
  const values = makes ? await askTerms(page, asking) : undefined
  if (makes && values === undefined) return undefined
  const message = form.messageWords === 0 ? '' : await askMessage(page, asking, form.messageWords)
  return message === undefined ? undefined : { ...typed, ...(values ? { values } : {}), message }
}

/** Each issue in turn, with what the person's points come to so far. */
async function askTerms(page: SeatPage, asking: Asking): Promise<number[] | undefined> {
  const { issues, you } = page.brief
  const utility = you.tables && utilityOf(issues, you.tables)
  const before = page.record.findLast(
    ({ seat, offer }) => seat === page.seat && offer?.by === page.seat,
  )?.offer
  const values: number[] = []
  for (const [i, issue] of issues.entries()) {
    const usual = before?.terms[issue.id]
    const read = (text: string) => readTerm(issue, text === '' && usual !== undefined ? usual : text)
    // What is typed so far is worth something before Enter is pressed, too.
    const hint = (typed: string): string => {
      const found = read(typed.trim())
      return utility && 'value' in found ? `(${printed(utility.valuePoints(i, found.value))} points) ` : ''
    }
    const question = termQuestion(issue, i, utility, usual)
    const value = await answer(page, asking, question, read, issue.type === 'number' ? hint : undefined)
    if (value === undefined) return undefined
    values.push(value)
    if (utility) {
      const own = printed(utility.valuePoints(i, value))
      const all = printed(pointsSoFar(utility, values))
      asking.tell(`  ${valueText(issue, value)}: ${own} points to you; ${all} so far`)
    }
  }
  if (utility) {
    const total = pointsSoFar(utility, values)
    const less = belowText(page.brief, total) ?? `With no deal you have ${you.reservation}.`
    asking.tell(`  All of it: ${printed(total)} points to you. ${less}`)
  }
  return values
}

function termQuestion(
  issue: Issue,
  i: number,
  utility: Utility | undefined,
  usual: string | undefined,
): string {
  const name = termName(safeLine(issue.id))
  const kept = usual === undefined ? '' : ` [${safeLine(usual)}]`
  if (issue.type === 'number') {
    return `${name}, ${valueText(issue, issue.min)} to ${valueText(issue, issue.max)}${kept}: `
  }
  const options = issue.options.map((option, k) => {
    const worth = utility ? ` (${printed(utility.valuePoints(i, k))})` : ''
    return `  ${k + 1}  ${safeLine(option)}${worth}`
  })
  return `${name}\n${options.join('\n')}\nwhich${kept}: `
}

function readTerm(issue: Issue, text: string): { value: number } | { wrong: string } {
  if (issue.type === 'number') {
    const value = readTyped(issue, text)
    if (value !== undefined) return { value }
    const range = `from ${valueText(issue, issue.min)} to ${valueText(issue, issue.max)}`
    return {
      wrong: `"${safeLine(text)}" is no value of ${termName(issue.id)}: a number ${range}${stepText(issue)}.`,
    }
  }
  const number = /^\d+$/.test(text) ? Number(text) : 0
  const exact = issue.options.indexOf(text)
  if (exact >= 0) return { value: exact }
  if (number >= 1 && number <= issue.options.length) return { value: number - 1 }
  const like = issue.options.flatMap((option, k) =>
    text !== '' && option.toLowerCase().startsWith(text.toLowerCase()) ? [k] : [],
  )
  if (like.length === 1) return { value: like[0]! }
  return { wrong: `"${safeLine(text)}" is no option of ${termName(issue.id)}: its number, or its name.` }
}

function stepText({ decimals, step }: Extract<Issue, { type: 'number' }>): string {
  const places =
    decimals === 0 ? ', whole' : `, ${decimals} decimal ${decimals === 1 ? 'place' : 'places'} at most`
  return step === 1 ? places : `${places}, in its steps`
}

const askMessage = (page: SeatPage, asking: Asking, most: number): Promise<string | undefined> =>
  answer(page, asking, `Your words, at most ${most} (none: just Enter): `, (text) => {
    const count = countWords(text)
    return count > most ? { wrong: `That is ${count} words; at most ${most} are allowed.` } : { value: text }
  })

async function askWords(page: SeatPage, asking: Asking): Promise<Draft | undefined> {
  const { limits } = page.move as Extract<MoveForm, { kind: 'talk' }>
  const most = limits.words === undefined ? '' : `, at most ${limits.words} words`
  const { min, max } = limits.sentences ?? {}
  const sentences =
    min === undefined && max === undefined ? '' : `, ${min ?? 1} to ${max ?? 'any number of'} sentences`
  const message = await answer(page, asking, `You say${most}${sentences}: `, (text) =>
    text === '' ? { wrong: 'Write something.' } : { value: text },
  )
  return message === undefined ? undefined : { action: 'SAY', message }
}

/** Asks until the answer is one; `?` and `record` show things in between. Undefined where the person has left. */
async function answer<T>(
  page: SeatPage,
  asking: Asking,
  question: string,
  read: (text: string) => { readonly value: T } | { readonly wrong: string },
  hint?: (typed: string) => string,
): Promise<T | undefined> {
  const { lines, tell } = asking
  for (;;) {
    const line = await lines.ask(question, hint)
    if (line === undefined) return undefined
    const text = line.trim()
    if (text === '?') tell(briefText(page, asking))
    else if (text === 'record') {
      tell(
        page.record.map((entry) => lineText(page, entry, asking)).join('\n\n') || 'Nothing has happened yet.',
      )
    } else {
      const found = read(text)
      if ('value' in found) return found.value
      // A pipe that is wrong once would be read as answers to other questions: better stop where it is.
      if (!lines.live) throw wrongLine(found.wrong)
      tell(found.wrong)
    }
  }
}

async function confirmed({ lines }: Asking, form: MoveForm): Promise<boolean> {
  if (!lines.live || form.kind === 'talk') return true
  const typed = await lines.ask('Enter to make this move, n to begin it again: ')
  return typed !== undefined && !/^n/i.test(typed.trim())
}
