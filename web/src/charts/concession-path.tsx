/** One negotiation: its offers as paths in the plane of two parties' points. */
import type { ReactElement } from 'react'
import type { OfferData, XY } from '../../../src/pages/types.ts'
import { Figure, Legend } from '../components/figure.tsx'
import { classes, partyClass, partyMark } from '../components/look.ts'
import type { Told } from './along.tsx'
import { Placed, pct, pointsOf, ToTurn } from './chart.tsx'
import { SpaceChart, spaceLegend } from './plane.tsx'
import { plain } from './scale.ts'

interface PathProps {
  readonly page: Told
  /** The talk stands on the same page: marks lead to their turns. */
  readonly linked?: boolean
}

/** The offers of both sides as paths in the plane of their points. */
export function ConcessionPath({ page, linked = false }: PathProps): ReactElement | null {
  const { space, offers, parties, end } = page
  if (!space || offers.length === 0) return null
  const [a, b] = space.parties
  const at = ({ points }: OfferData): XY | undefined =>
    points[a.id] && points[b.id] ? [points[a.id]!.value, points[b.id]!.value] : undefined
  const agreed =
    end?.points?.[a.id] && end.points[b.id]
      ? ([end.points[a.id]!.value, end.points[b.id]!.value] as const)
      : undefined
  const paths = parties.map((party) => ({
    party,
    points: offers
      .filter(({ by }) => by === party.id)
      .flatMap((offer) => {
        const point = at(offer)
        return point ? [{ offer, point }] : []
      }),
  }))
  return (
    <Figure
      title="Concessions in the points plane"
      caption={`Each side's offers in their order: what each would give to ${a.label} (across) and to ${b.label} (up). Beyond the Pareto frontier no outcome lies.${agreed ? ' The ring is the agreement.' : ''}`}
      beside
      legend={
        <Legend
          entries={[
            ...paths.map(({ party }) => ({
              key: party.id,
              className: partyClass(party.colour),
              sign: (
                <>
                  <line className="line thin" x1="0" x2="18" y1="7" y2="7" />
                  <svg x="9" y="7" overflow="visible">
                    <Placed kind={party.colour} x={0} y={0} size={4} className="own" />
                  </svg>
                </>
              ),
              text: `offers of ${party.label}`,
              marks: partyMark(party.id),
            })),
            ...spaceLegend(space),
          ]}
        />
      }
    >
      <SpaceChart
        space={space}
        label={`Offers in the points of ${a.label} and ${b.label}`}
        also={[
          ...paths.flatMap(({ points }) => points.map(({ point }) => point)),
          ...(agreed ? [agreed] : []),
        ]}
        lines={(x, y) =>
          paths.map(({ party, points }) => (
            <polyline
              key={party.id}
              className={classes('line', 'thin', partyClass(party.colour))}
              data-in={partyMark(party.id)}
              points={pointsOf(
                points.map(({ point }) => point),
                x,
                y,
              )}
            />
          ))
        }
        marks={(x, y) => (
          <>
            {paths.map(({ party, points }) => (
              <g key={party.id} className={partyClass(party.colour)} data-in={partyMark(party.id)}>
                {points.map(({ offer, point }) => (
                  <ToTurn key={offer.id} turn={linked ? offer.turn : 0}>
                    <Placed
                      kind={party.colour}
                      x={x.at(point[0])}
                      y={y.at(point[1])}
                      size={4}
                      className="own"
                      of={offer.id}
                      tip={`${offer.id} of ${party.label}, turn ${offer.turn}: ${a.label} ${plain(point[0])}, ${b.label} ${plain(point[1])}`}
                    />
                  </ToTurn>
                ))}
              </g>
            ))}
            {agreed && end?.kind === 'agreement' && (
              <circle className="agreed" cx={pct(x.at(agreed[0]))} cy={pct(y.at(agreed[1]))} r="9">
                <title>{`agreement: ${a.label} ${plain(agreed[0])}, ${b.label} ${plain(agreed[1])}`}</title>
              </circle>
            )}
          </>
        )}
      />
    </Figure>
  )
}
