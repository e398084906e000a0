/** What a published study has side by side: a page for every two pairings and every two levels of a factor. */
import type { ReactElement } from 'react'
import type { ComparedSides, ComparisonsPage } from '../../../src/site/render.ts'
import { Table } from '../components/table.tsx'
import { counted } from '../components/words.tsx'
import { To } from '../links.tsx'
import { inPoints } from './compare.tsx'

export function Comparisons({ page }: { readonly page: ComparisonsPage }): ReactElement {
  const { comparisons, more } = page
  const between = comparisons.filter(({ sides }) => sides.left.factor === undefined)
  const within = comparisons.filter(({ sides }) => sides.left.factor !== undefined)
  return (
    <div className="page">
      <header className="opening">
        <h1>Compare</h1>
        <p className="lead">
          Two pairings, or one pairing under two conditions, figure by figure and in one drawing.
        </p>
      </header>
      {between.length > 0 && <Listed id="pairings" title="Pairings" comparisons={between} />}
      {within.length > 0 && <Listed id="conditions" title="Conditions" comparisons={within} />}
      {more > 0 && (
        <p className="note">
          {counted(more, 'more pair')} of conditions {more === 1 ? 'has' : 'have'} no page here; what they
          would be made of is among the downloads.
        </p>
      )}
    </div>
  )
}

interface ListedProps {
  readonly id: string
  readonly title: string
  readonly comparisons: readonly ComparedSides[]
}

function Listed({ id, title, comparisons }: ListedProps): ReactElement {
  const named = comparisons.find(({ figure }) => figure !== undefined)?.figure?.name.toLowerCase()
  const name = named ?? 'figure'
  const measured = comparisons.some(({ figure }) => figure?.difference !== undefined)
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {inPoints(comparisons.map(({ figure }) => figure)) && (
        <p className="small muted">pp: percentage points.</p>
      )}
      <Table
        title={title}
        quiet
        heads={[
          { key: 'sides', text: 'side by side' },
          { key: 'left', text: `${name}: left`, right: measured },
          { key: 'right', text: 'right', right: measured },
          ...(measured ? [{ key: 'difference', text: 'right minus left', right: true }] : []),
        ]}
        rows={comparisons.map(({ sides, left, right, figure }, i) => ({
          key: String(i),
          cells: [
            <To key="t" to={{ page: 'compare', ...sides }}>
              <bdi>{left}</bdi> beside <bdi>{sides.right.level ?? right}</bdi>
            </To>,
            figure?.left ?? '\u2013',
            figure?.right ?? '\u2013',
            ...(measured ? [figure?.difference ?? '\u2013'] : []),
          ],
        }))}
      />
    </section>
  )
}
