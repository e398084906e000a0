/** What each side alone knew: its reservation value, its score sheet, the prompt that opened its talk. */
import type { ReactElement } from 'react'
import type { BriefData, NegotiationParty, PartyTag } from '../../../src/pages/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { Chip } from '../components/chip.tsx'
import { partyClass } from '../components/look.ts'
import { Pre } from '../components/pre.tsx'
import { Table } from '../components/table.tsx'
import { Facts, Words } from '../components/words.tsx'

interface BriefsProps {
  readonly parties: readonly (PartyTag & { readonly brief: BriefData } & Partial<
      Pick<NegotiationParty, 'negotiatorText'>
    >)[]
  /** Unfolded from the start. */
  readonly open?: boolean
}

export const Briefs = ({ parties, open = false }: BriefsProps): ReactElement => (
  <div className="pair">
    {parties.map((party) => (
      <details key={party.id} className={`details brief ${partyClass(party.colour)}`} open={open}>
        <summary>
          <Chip index={party.colour} label={party.label} of={party.name} />
        </summary>
        <Brief brief={party.brief} of={party.negotiatorText} label={party.label} />
      </details>
    ))}
  </div>
)

interface BriefProps {
  readonly brief: BriefData
  readonly of?: string | undefined
  readonly label: string
}

function Brief({ brief, of, label }: BriefProps): ReactElement {
  const { about, reservation, threshold, formula, sheet, system } = brief
  const facts = [
    { name: 'played by', value: of },
    { name: 'reservation value', value: reservation },
    { name: 'accepts from', value: threshold },
    { name: 'formula', value: formula },
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]))
  return (
    <div className="stack">
      {about !== '' && <Words>{about}</Words>}
      {facts.length > 0 && <Facts facts={facts} />}
      {sheet.length > 0 && (
        <Table
          title={`Score sheet of ${label}`}
          quiet
          heads={[
            { key: 'issue', text: 'term' },
            { key: 'option', text: 'value' },
            { key: 'points', text: 'points', right: true },
          ]}
          rows={sheet.flatMap(({ issue, options }) =>
            options.map(({ option, points }, k) => ({
              key: `${issue} ${option}`,
              cells: [
                k === 0 ? <bdi key="issue">{termName(issue)}</bdi> : '',
                <bdi key="option">{option}</bdi>,
                points,
              ],
            })),
          )}
        />
      )}
      {system !== '' && (
        <details className="details">
          <summary>The system prompt of this seat</summary>
          <Pre>{system}</Pre>
        </details>
      )}
    </div>
  )
}
