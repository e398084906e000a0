/** Two negotiations, two pairings or two conditions side by side. */
import { type ReactElement, type ReactNode, useId } from 'react'
import type { ComparePage, CompareRow, CompareSide, CompareWhat } from '../../../src/pages/types.ts'
import { ConcessionPath } from '../charts/concession-path.tsx'
import { Plane } from '../charts/plane.tsx'
import { Strips } from '../charts/strips.tsx'
import { FigureNumber } from '../components/figure.tsx'
import { State } from '../components/states.tsx'
import { Table } from '../components/table.tsx'
import { counted, shortName } from '../components/words.tsx'
import { To } from '../links.tsx'
import { Ending } from './ending.tsx'

/** Whether shares differ, whose difference is no share. */
export const inPoints = (rows: readonly (CompareRow | undefined)[]): boolean =>
  rows.some((row) => row?.difference?.endsWith('\u00a0pp'))

/** Words of a column of figures may have lines of their own. */
const Told = ({ text = '\u2013' }: { readonly text: string | undefined }): ReactNode =>
  /^\p{L}/u.test(text) ? <bdi className="wraps">{text}</bdi> : text

interface CompareProps {
  readonly page: ComparePage
  /** A side that was asked for is still on its way. */
  readonly reading?: boolean
  readonly change?: ((left: CompareWhat | undefined, right: CompareWhat | undefined) => void) | undefined
}

export function Compare({ page, reading = false, change }: CompareProps): ReactElement {
  const { left, right, rows, figures, notes } = page
  const both = left && right
  return (
    <div className="page">
      <header className="opening">
        <h1>Compare</h1>
        <p className="muted">Two pairings, two conditions or two negotiations, figure by figure.</p>
        {change && (
          <div className="pair">
            <Chooser page={page} name="Left side" side={left} choose={(what) => change(what, right?.what)} />
            <Chooser page={page} name="Right side" side={right} choose={(what) => change(left?.what, what)} />
          </div>
        )}
      </header>
      {!both && reading && (
        <p className="note" role="status">
          The records are being read …
        </p>
      )}
      {!both && !reading && (
        <State title="Choose two sides">
          <p>
            Choose a pairing or a condition on each side: their figures, their differences and their points in
            one drawing appear here. To compare two negotiations, follow “compare” on the page of one of them.
          </p>
        </State>
      )}
      {both && (
        <section className="section" aria-labelledby="figures">
          <h2 id="figures">
            <bdi>{left.label}</bdi> <span className="muted">beside</span> <bdi>{right.label}</bdi>
          </h2>
          <Table
            title="Figure by figure"
            caption={`Difference: right minus left, where both are known${inPoints(rows) ? '; pp: percentage points' : ''}.`}
            heads={[
              { key: 'name', text: 'figure' },
              { key: 'left', text: <bdi>{left.label}</bdi>, right: true },
              { key: 'right', text: <bdi>{right.label}</bdi>, right: true },
              { key: 'difference', text: 'difference', right: true },
            ]}
            rows={rows.map(({ name, left: a, right: b, difference, party }) => ({
              key: `${name} ${party ?? ''}`,
              cells: [
                <bdi key="name">{name}</bdi>,
                <Told key="a" text={a} />,
                <Told key="b" text={b} />,
                difference ?? '\u2013',
              ],
            }))}
          />
          {notes.map((note) => (
            <p key={note} className="note">
              <bdi>{note}</bdi>
            </p>
          ))}
          <Figures figures={figures} study={left.what.study} />
        </section>
      )}
      {both && (left.negotiation || right.negotiation) && (
        <div className="pair">
          <Side side={left} />
          <Side side={right} />
        </div>
      )}
    </div>
  )
}

interface FiguresProps {
  readonly figures: ComparePage['figures']
  readonly study: string
}

function Figures({ figures, study }: FiguresProps): ReactElement {
  const strips = [figures.joint, figures.gains, figures.turns].filter((figure) => figure !== undefined)
  return (
    <>
      {strips.map((figure, k) => (
        <FigureNumber key={figure.title} value={k + 1}>
          <Strips figure={figure} />
        </FigureNumber>
      ))}
      {figures.plane && (
        <FigureNumber value={strips.length + 1}>
          <Plane figure={figures.plane} study={study} />
        </FigureNumber>
      )}
    </>
  )
}

const Side = ({ side }: { readonly side: CompareSide }): ReactElement => {
  const { negotiation, label, what, completed, planned } = side
  return (
    <section className="stack" aria-label={label} data-scope="">
      <h3>
        {negotiation ? (
          <To to={{ page: 'negotiation', study: what.study, id: negotiation.id }}>
            <bdi>{label}</bdi>
          </To>
        ) : (
          <bdi>{label}</bdi>
        )}
      </h3>
      {negotiation ? (
        <>
          <Ending page={negotiation} />
          <ConcessionPath page={negotiation} />
        </>
      ) : (
        <p className="muted">
          {completed} of {counted(planned ?? 0, 'attempt')} completed.
        </p>
      )}
    </section>
  )
}

interface ChooserProps {
  readonly page: ComparePage
  readonly name: string
  readonly side: CompareSide | undefined
  readonly choose: (what: CompareWhat | undefined) => void
}

/** One side: a study, a pairing of it, a level of a factor. */
function Chooser({ page, name, side, choose }: ChooserProps): ReactElement {
  const id = useId()
  const { choices } = page
  const what = side?.what
  const study = choices.find((choice) => choice.study === what?.study)
  const groups = choices.map(({ study: key, title, pairings, factors }) => ({
    key,
    title,
    options: pairings.flatMap((pairing): { what: CompareWhat; text: string }[] => [
      { what: { study: key, pairing }, text: pairing },
      ...factors.flatMap(({ name: factor, levels }) =>
        levels.map((level) => ({
          what: { study: key, pairing, factor, level },
          text: `${pairing}, ${factor} ${level}`,
        })),
      ),
    ]),
  }))
  const options = groups.flatMap((group) => group.options)
  const keyOf = (one: CompareWhat): string =>
    JSON.stringify([one.study, one.pairing, one.factor, one.level, one.negotiation])
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <select
        id={id}
        value={what ? keyOf(what) : ''}
        onChange={(event) =>
          choose(options.find((option) => keyOf(option.what) === event.currentTarget.value)?.what)
        }
      >
        <option value="">choose …</option>
        {what?.negotiation !== undefined && (
          <option
            value={keyOf(what)}
          >{`${shortName(what.negotiation)}, ${study?.title ?? what.study}`}</option>
        )}
        {groups.map(({ key, title, options: own }) => (
          <optgroup key={key} label={title}>
            {own.map((option) => (
              <option key={keyOf(option.what)} value={keyOf(option.what)}>
                {option.text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
