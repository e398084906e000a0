/** The move that is asked for. Whatever the form lets through is a move that the rules allow. */
import { type FormEvent, type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react'
import { readValue } from '../../../src/core/issue.ts'
import { countWords } from '../../../src/protocols/words.ts'
import { belowText } from '../../../src/scenario/seat/below.ts'
import { type Draft, draftProblem, moveOf } from '../../../src/scenario/seat/form.ts'
import { utilityOf } from '../../../src/scenario/seat/points.ts'
import type { MoveForm, SeatOffer, SeatPage } from '../../../src/scenario/seat/types.ts'
import { keepDraft, keptDraft } from './drafts.ts'
import { OfferLine } from './seat-record.tsx'
import { TermFields } from './seat-terms.tsx'

interface MoveProps {
  readonly page: SeatPage
  readonly form: MoveForm
  /** Where a draft is kept while the page is open in this tab. */
  readonly draftKey: string
  /** Sends the move; resolves with what was wrong with it, or with undefined once it is made. */
  readonly send: (move: unknown) => Promise<string | undefined>
  /** Nothing can be sent now. */
  readonly waits: string | undefined
}

export function SeatMove({ page, form, draftKey, send, waits }: MoveProps): ReactElement {
  const [draft, setDraft] = useState<Draft>(() => keptDraft(draftKey) ?? firstDraft(page, form))
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { issues } = page.brief
  useEffect(() => keepDraft(draftKey, draft), [draftKey, draft])
  const change = (more: Partial<Draft>): void => {
    setProblem(undefined)
    setDraft((before) => ({ ...before, ...more }))
  }
  const missing = draftProblem(form, issues, draft)
  const why = waits ?? missing
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (why !== undefined || sending) return
    setSending(true)
    setProblem(await send(moveOf(form, issues, draft)))
    setSending(false)
  }
  return (
    <form className="seat-move" onSubmit={submit} aria-labelledby="your-move" noValidate>
      <h2 id="your-move" ref={heading}>
        Your move
      </h2>
      <p className="muted small">
        Turn {form.turn}
        {page.round === undefined
          ? ''
          : `, round ${page.round}${page.rounds === undefined ? '' : ` of ${page.rounds}`}`}
        :{' '}
        {page.final
          ? 'the last word; accept, or end without a deal.'
          : page.turnsLeft === 0
            ? 'no turn comes after it.'
            : `${page.turnsLeft} more ${page.turnsLeft === 1 ? 'turn comes' : 'turns come'} after it.`}
      </p>
      {form.fault !== undefined && (
        <p className="note bad" role="alert">
          <bdi>{form.fault}</bdi>
        </p>
      )}
      {form.kind !== 'talk' && <Actions page={page} form={form} draft={draft} change={change} />}
      <Message form={form} message={draft.message} change={(message) => change({ message })} />
      {problem !== undefined && (
        <p className="note bad" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
      <div className="row">
        <button type="submit" className="primary" disabled={why !== undefined || sending}>
          {sending ? 'Sending …' : (VERBS[draft.action] ?? 'Send')}
        </button>
        <p className="small muted" role="status">
          {why ?? ''}
        </p>
      </div>
    </form>
  )
}

const VERBS: Readonly<Record<string, string>> = {
  OFFER: 'Make this offer',
  ACCEPT: 'Accept: this is the deal',
  NONE: 'Make no move',
  END: 'End without a deal',
  propose: 'Propose this package',
  accept: 'Vote for it',
  reject: 'Vote against it',
  walk: 'Leave for good',
  none: 'Make no move',
  SAY: 'Say it',
}

/** What a form begins with: the terms of one's own last offer, where there is one; nothing is chosen otherwise. */
function firstDraft(page: SeatPage, form: MoveForm): Draft {
  const { issues } = page.brief
  const before = page.record.findLast(
    ({ seat, offer }) => seat === page.seat && offer?.by === page.seat,
  )?.offer
  const values = issues.map((issue) => (before ? readValue(issue, before.terms[issue.id] ?? '') : undefined))
  const action = form.kind === 'talk' ? 'SAY' : ''
  return { action, values, message: '' }
}

interface ActionsProps {
  readonly page: SeatPage
  readonly form: Exclude<MoveForm, { kind: 'talk' }>
  readonly draft: Draft
  readonly change: (more: Partial<Draft>) => void
}

interface Option {
  readonly action: string
  readonly offer?: SeatOffer
  readonly text: string
}

function optionsOf(page: SeatPage, form: ActionsProps['form']): Option[] {
  const offers = new Map(
    [...page.offers, ...(page.standing ? [page.standing] : [])].map((offer) => [offer.id, offer]),
  )
  return form.actions.flatMap((action): Option[] => {
    switch (action) {
      case 'OFFER':
        return [{ action, text: 'Make an offer' }]
      case 'ACCEPT': {
        const offer =
          form.kind === 'offers' && form.accept !== undefined ? offers.get(form.accept) : undefined
        return [{ action, text: `Accept ${offer?.id ?? 'the offer'}`, ...(offer ? { offer } : {}) }]
      }
      case 'accept':
      case 'reject':
        return page.offers.map((offer) => ({
          action,
          offer,
          text: `Vote ${action === 'accept' ? 'for' : 'against'} ${offer.id}`,
        }))
      case 'propose':
        return [{ action, text: 'Propose a package' }]
      case 'END':
        return [{ action, text: 'End without a deal' }]
      case 'walk':
        return [{ action, text: 'Leave the table for good' }]
      default:
        return [{ action, text: 'Make no move this turn' }]
    }
  })
}

function Actions({ page, form, draft, change }: ActionsProps): ReactElement {
  const id = useId()
  const { brief } = page
  const utility = useMemo(
    () => (brief.you.tables ? utilityOf(brief.issues, brief.you.tables) : undefined),
    [brief.issues, brief.you.tables],
  )
  const makes = draft.action === 'OFFER' || draft.action === 'propose'
  const byOffer = (option: Option): boolean =>
    draft.action === option.action && (form.kind === 'offers' || draft.offer === option.offer?.id)
  return (
    <>
      <fieldset className="actions">
        <legend>What do you do?</legend>
        {optionsOf(page, form).map((option) => (
          <label key={`${option.action} ${option.offer?.id ?? ''}`} className="choice">
            <input
              type="radio"
              name={id}
              checked={byOffer(option)}
              onChange={() => change({ action: option.action, offer: option.offer?.id })}
            />
            <span>
              {option.text}
              {option.offer && (
                <span className="small muted">
                  {' '}
                  <OfferLine offer={option.offer} brief={brief} />
                  {option.action !== 'reject' && <Below brief={brief} offer={option.offer} />}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {makes && (
        <TermFields
          brief={brief}
          utility={utility}
          values={draft.values ?? []}
          change={(values) => change({ values })}
        />
      )}
    </>
  )
}

/** Nobody agrees to less than nothing unawares. */
function Below({ brief, offer }: { readonly brief: SeatPage['brief']; readonly offer: SeatOffer }) {
  const below = belowText(brief, offer.points)
  return below === undefined ? null : <span className="below"> {below}</span>
}

interface MessageProps {
  readonly form: MoveForm
  readonly message: string
  readonly change: (message: string) => void
}

/** The words that go with it, and how many there may be. */
function Message({ form, message, change }: MessageProps): ReactElement | null {
  const id = useId()
  const talk = form.kind === 'talk'
  const most = talk ? form.limits.words : form.messageWords
  if (most === 0) return null
  const count = countWords(message)
  return (
    <div className="field">
      <label htmlFor={id}>{talk ? 'What you say' : 'Your words with it; they bind nobody'}</label>
      <textarea
        id={id}
        rows={talk ? 5 : 3}
        value={message}
        dir="auto"
        maxLength={20_000}
        aria-describedby={`${id}c`}
        onChange={({ target }) => change(target.value)}
      />
      <p id={`${id}c`} className={most !== undefined && count > most ? 'small below' : 'small muted'}>
        {count} {count === 1 ? 'word' : 'words'}
        {most === undefined ? '' : ` of at most ${most}`}
        {talk && limitWords(form)}
      </p>
    </div>
  )
}

function limitWords({ limits }: Extract<MoveForm, { kind: 'talk' }>): string {
  const { min, max } = limits.sentences ?? {}
  const sentences =
    min !== undefined && max !== undefined
      ? `${min} to ${max} sentences`
      : min !== undefined
        ? `at least ${min} sentences`
        : max !== undefined
          ? `at most ${max} sentences`
          : undefined
  const rules = [
    sentences,
    limits.bullets ? undefined : 'no lists',
    limits.stageDirections ? undefined : 'no stage directions',
  ].filter((rule) => rule !== undefined)
  return rules.length === 0 ? '' : `; ${rules.join(', ')}`
}
