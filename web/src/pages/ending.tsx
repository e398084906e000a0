/** How a negotiation ended, and what that was worth; an interruption says why and that nothing is known. */
import type { ReactElement } from 'react'
import type { EndData, NegotiationPage } from '../../../src/pages/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { Chip, Tag } from '../components/chip.tsx'
import { classes } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { Facts, Num } from '../components/words.tsx'
import { Terms } from '../talk/offer.tsx'

const NAMES: Readonly<Record<EndData['kind'], string>> = {
  agreement: 'Agreement',
  settled: 'Settled',
  'no-agreement': 'No agreement',
  interrupted: 'Interrupted',
}

const TONES = { agreement: 'good', settled: 'good', 'no-agreement': undefined, interrupted: 'bad' } as const

export function Ending({ page }: { readonly page: NegotiationPage }): ReactElement | null {
  const { end, parties, reservations } = page
  if (!end) return null
  const { kind, text, terms, points, gains, joint, below, fields = [], type } = end
  const scored = parties.filter(({ id }) => points?.[id])
  return (
    <section className={classes('ending', kind)} aria-label="How it ended">
      <div className="stack">
        <p>
          <Tag tone={TONES[kind]}>{NAMES[kind]}</Tag> <bdi>{text}</bdi>
        </p>
        {terms && terms.length > 0 && (
          <div className="action plain">
            <Terms terms={terms} />
          </div>
        )}
        {type !== undefined && fields.length > 0 && (
          <Facts facts={fields.map(({ name, value }) => ({ name: termName(name), value }))} />
        )}
      </div>
      {scored.length > 0 && (
        <Table
          title="What it was worth"
          quiet
          heads={[
            { key: 'party', text: 'party' },
            { key: 'points', text: 'points', right: true },
            { key: 'reservation', text: 'reservation', right: true },
            { key: 'gain', text: 'gain', right: true },
          ]}
          rows={[
            ...scored.map(({ id, label, colour }) => ({
              key: id,
              cells: [
                <Chip key="party" index={colour} label={label} />,
                <Num key="points" figure={points?.[id]} />,
                <Num key="reservation" figure={reservations[id]} />,
                <span key="gain" className={classes(below.includes(id) && 'below')}>
                  <Num figure={gains?.[id]} />
                </span>,
              ],
            })),
            ...(joint
              ? [{ key: 'joint', cells: ['joint gain', '', '', <Num key="gain" figure={joint} />] }]
              : []),
          ]}
        />
      )}
    </section>
  )
}
