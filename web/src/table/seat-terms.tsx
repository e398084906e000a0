/** The terms of an offer being made: a field and a slider, or a choice, for each, with what it is worth to oneself. */
import { type ReactElement, useEffect, useId, useState } from 'react'
import { type ChoiceIssue, type NumberIssue, valueText } from '../../../src/core/issue.ts'
import type { Utility } from '../../../src/core/points.ts'
import { printed } from '../../../src/core/rational.ts'
import { belowText } from '../../../src/scenario/seat/below.ts'
import { pointsSoFar } from '../../../src/scenario/seat/points.ts'
import { readTyped } from '../../../src/scenario/seat/typed.ts'
import type { SeatBrief } from '../../../src/scenario/seat/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { classes } from '../components/look.ts'
import { counted } from '../components/words.tsx'

type Values = readonly (number | undefined)[]

interface TermsProps {
  readonly brief: SeatBrief
  readonly utility: Utility | undefined
  readonly values: Values
  readonly change: (values: Values) => void
}

export function TermFields({ brief, utility, values, change }: TermsProps): ReactElement {
  const { issues } = brief
  const set = (i: number, value: number | undefined): void =>
    change(issues.map((_, k) => (k === i ? value : values[k])))
  return (
    <div className="term-fields">
      {issues.map((issue, i) => {
        const worth = (value: number | undefined): string | undefined =>
          utility && value !== undefined ? printed(utility.valuePoints(i, value)) : undefined
        return issue.type === 'number' ? (
          <NumberTerm
            key={issue.id}
            issue={issue}
            value={values[i]}
            worth={worth}
            set={(value) => set(i, value)}
          />
        ) : (
          <ChoiceTerm
            key={issue.id}
            issue={issue}
            value={values[i]}
            worth={worth}
            set={(value) => set(i, value)}
          />
        )
      })}
      {utility && <Tally brief={brief} utility={utility} values={values} />}
    </div>
  )
}

interface TermProps<I> {
  readonly issue: I
  readonly value: number | undefined
  readonly worth: (value: number | undefined) => string | undefined
  readonly set: (value: number | undefined) => void
}

const About = ({
  issue,
  id,
}: {
  readonly issue: NumberIssue | ChoiceIssue
  readonly id: string
}): ReactElement | null =>
  issue.describe === undefined && issue.note === undefined ? null : (
    <p className="small muted" id={id}>
      <bdi>{[issue.describe, issue.note].filter((part) => part !== undefined).join('; ')}</bdi>
    </p>
  )

function NumberTerm({ issue, value, worth, set }: TermProps<NumberIssue>): ReactElement {
  const id = useId()
  const [text, setText] = useState(value === undefined ? '' : valueText(issue, value))
  // A value that was set by the slider, or kept from before, is what the field shows; what is typed stays as typed.
  useEffect(() => {
    if (value !== undefined)
      setText((now) => (readTyped(issue, now) === value ? now : valueText(issue, value)))
  }, [issue, value])
  const wrong = text.trim() !== '' && readTyped(issue, text) === undefined
  const [least, most] = [valueText(issue, issue.min), valueText(issue, issue.max)]
  const own = worth(value)
  return (
    <fieldset className="term">
      <legend>
        <bdi>{termName(issue.id)}</bdi>
      </legend>
      <About issue={issue} id={`${id}a`} />
      <div className="number-term">
        <input
          id={id}
          aria-label={`${termName(issue.id)}, from ${least} to ${most}`}
          aria-invalid={wrong}
          aria-describedby={`${id}w`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          size={Math.max(6, most.length + 1)}
          onChange={({ target }) => {
            setText(target.value)
            set(readTyped(issue, target.value))
          }}
        />
        <input
          type="range"
          aria-label={`${termName(issue.id)}, slider`}
          aria-valuetext={value === undefined ? 'not chosen yet' : valueText(issue, value)}
          className={classes(value === undefined && 'unset')}
          min={issue.min}
          max={issue.max}
          step={coarse(issue)}
          value={value ?? (issue.min + issue.max) / 2}
          onChange={({ target }) => set(Number(target.value))}
        />
        <span className="small muted ends" aria-hidden="true">
          <span>{least}</span>
          <span>{most}</span>
        </span>
      </div>
      <p className="small" id={`${id}w`}>
        {wrong ? (
          <span className="below">
            A number from {least} to {most}
            {issue.decimals === 0 ? ', whole' : `, with at most ${counted(issue.decimals, 'decimal place')}`}
            {issue.step > 1 ? `, in steps of ${valueText({ ...issue, min: 0 }, issue.step)}` : ''}.
          </span>
        ) : own === undefined ? (
          <span className="muted">{value === undefined ? 'Type a value, or move the slider.' : ' '}</span>
        ) : (
          <span className="number">{own} points to you</span>
        )}
      </p>
    </fieldset>
  )
}

/** A slider has some two hundred places at most, so that keys get somewhere; the field beside it takes every value. */
const PLACES = 200

/** A multiple of the issue's step that leads from its least to its most value. */
function coarse({ min, max, step }: NumberIssue): number {
  const count = Math.floor((max - min) / step)
  let each = Math.max(1, Math.ceil(count / PLACES))
  while (each < count && count % each !== 0) each++
  return each > count ? step : each * step
}

function ChoiceTerm({ issue, value, worth, set }: TermProps<ChoiceIssue>): ReactElement {
  const id = useId()
  return (
    <fieldset className="term">
      <legend>
        <bdi>{termName(issue.id)}</bdi>
      </legend>
      <About issue={issue} id={`${id}a`} />
      <div className="choices">
        {issue.options.map((option, k) => (
          <label key={option} className="choice">
            <input type="radio" name={id} checked={value === k} onChange={() => set(k)} />
            <bdi>{option}</bdi>
            {worth(k) !== undefined && <span className="number muted">{worth(k)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What the whole of it is worth to oneself, as far as it is chosen. */
function Tally({
  brief,
  utility,
  values,
}: Omit<TermsProps, 'change' | 'utility'> & { utility: Utility }): ReactElement {
  const { you, issues } = brief
  const chosen = values.filter((value) => value !== undefined).length
  const total = pointsSoFar(utility, values)
  const whole = chosen === issues.length
  const below = whole ? belowText(brief, total) : undefined
  return (
    <p className="tally" aria-live="polite">
      <span>{whole ? 'All of it is worth' : `${chosen} of ${issues.length} chosen, worth so far`}</span>{' '}
      <strong className="number">{printed(total)}</strong> <span>points to you.</span>{' '}
      <span className={below === undefined ? 'muted' : 'below'}>
        {below ?? `With no deal you have ${you.reservation}.`}
      </span>
    </p>
  )
}
