/** Offers as a reader compares them: terms in one line, what they are worth to each side, votes. */
import type { ReactElement } from 'react'
import type { ByParty, Figure, NegotiationParty, OfferData } from '../../../src/pages/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { Chip } from '../components/chip.tsx'
import { Num } from '../components/words.tsx'

export const Terms = ({ terms }: { readonly terms: OfferData['terms'] }): ReactElement => (
  <dl className="offer">
    {terms.map(({ issue, value }) => (
      <div key={issue}>
        <dt>
          <bdi>{termName(issue)}</bdi>
        </dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)

interface WorthProps {
  readonly parties: readonly Pick<NegotiationParty, 'id' | 'label' | 'colour'>[]
  readonly points: ByParty<Figure>
  readonly below?: readonly string[]
}

/** Points to every party; nobody at the table sees them side by side. */
export function Worth({ parties, points, below = [] }: WorthProps): ReactElement | null {
  const known = parties.filter(({ id }) => points[id])
  if (known.length === 0) return null
  return (
    <p className="worth">
      {known.map(({ id, label, colour }) => (
        <span key={id} className="pairs">
          <Chip index={colour} label={label} /> <Num figure={points[id]} />
          {below.includes(id) && <span className="below"> below reservation</span>}
        </span>
      ))}
    </p>
  )
}

interface SupportProps {
  readonly parties: readonly NegotiationParty[]
  readonly supporters: readonly string[]
}

/** Who is for an offer now. */
export const Support = ({ parties, supporters }: SupportProps): ReactElement => (
  <p className="worth">
    <span>
      for it: {supporters.length} of {parties.length}
    </span>
    {parties
      .filter(({ id }) => supporters.includes(id))
      .map(({ id, label, colour }) => (
        <Chip key={id} index={colour} label={label} />
      ))}
  </p>
)
