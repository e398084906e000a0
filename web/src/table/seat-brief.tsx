/** What this seat alone knows: who one is, what is at stake, and what each value is worth. */
import type { ReactElement } from 'react'
import type { SeatBrief, SeatPage, SeatParty } from '../../../src/scenario/seat/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { Chip } from '../components/chip.tsx'
import { Table } from '../components/table.tsx'
import { Words } from '../components/words.tsx'
import { colourOf } from './seat-record.tsx'

export function SeatBriefing({ page }: { readonly page: SeatPage }): ReactElement {
  const { brief } = page
  const { you } = brief
  const others = brief.parties.filter(({ id }) => id !== you.id)
  const talk = page.protocol === 'free-talk' || !you.tables
  return (
    <div className="stack">
      {brief.situation !== '' && <Words>{brief.situation}</Words>}
      <dl className="terms">
        {[you, ...others].map((party) => (
          <div key={party.id} className="pairs">
            <dt>
              <Chip
                index={colourOf(brief, party.id)}
                label={party.label}
                of={party.id === you.id ? 'you' : undefined}
              />
            </dt>
            <dd>
              <bdi>
                {[party.name, party.about].filter((part) => part !== '' && part !== party.label).join(': ')}
              </bdi>
              {party.veto && ' (no deal without this party)'}
            </dd>
          </div>
        ))}
      </dl>
      {talk ? (
        <Words>{brief.instructions}</Words>
      ) : (
        <>
          <Sheet brief={brief} party={you} title="What each value is worth to you" />
          <p>
            With no deal you have <strong className="number">{you.reservation}</strong> points.
            {you.threshold !== undefined && ` You should not go below ${you.threshold}.`}
          </p>
          {brief.open.map((party) => (
            <details key={party.id} className="details">
              <summary>
                What each value is worth to <bdi>{party.label}</bdi>, which everybody here knows
              </summary>
              <Sheet brief={brief} party={party} title={`Points of ${party.label}`} />
              <p className="small">
                With no deal: <span className="number">{party.reservation}</span>.
              </p>
            </details>
          ))}
          <details className="details">
            <summary>The same brief as a model at this seat is given it</summary>
            <Words>{brief.instructions}</Words>
          </details>
        </>
      )}
    </div>
  )
}

interface SheetProps {
  readonly brief: SeatBrief
  readonly party: SeatParty
  readonly title: string
}

function Sheet({ brief, party, title }: SheetProps): ReactElement {
  const numbers = brief.issues.some(({ type }) => type === 'number')
  return (
    <Table
      title={title}
      caption={numbers ? 'In points. Between two values of a number, in proportion.' : 'In points.'}
      heads={[
        { key: 'issue', text: 'issue' },
        { key: 'value', text: 'value' },
        { key: 'points', text: 'points', right: true },
      ]}
      rows={party.sheet.flatMap(({ issue, options }) =>
        options.map(({ option, points }, k) => ({
          key: `${issue} ${option}`,
          cells: [
            <bdi key="i" className={k === 0 ? undefined : 'again'}>
              {termName(issue)}
            </bdi>,
            <bdi key="v">{option}</bdi>,
            <span key="p" className="number">
              {points}
            </span>,
          ],
        })),
      )}
    />
  )
}
