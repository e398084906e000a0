/** How the negotiations of each pairing ended, as parts of one bar each. */
import type { ReactElement, SVGProps } from 'react'
import type { EndingsFigure } from '../../../src/pages/types.ts'
import { Figure, Legend } from '../components/figure.tsx'
import { pairingMark } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { pct } from './chart.tsx'
import { Patterns, patternFill } from './patterns.tsx'

/** Endings that every protocol knows have a look of their own; kinds of agreement have a pattern each. */
const KNOWN = new Set(['agreement', 'no-agreement', 'interrupted', 'running', 'planned', 'settled'])

interface Look {
  readonly className: string
  readonly fill: string | undefined
}

function looks(endings: EndingsFigure['endings']): ReadonlyMap<string, Look> {
  let next = 0
  const lookOf = (code: string): Look =>
    KNOWN.has(code)
      ? { className: `ending-${code}`, fill: undefined }
      : { className: 'ending-kind', fill: patternFill(next++) }
  return new Map(endings.map(({ code }) => [code, lookOf(code)]))
}

/** A class would win over the pattern: where there is one, the class leaves the fill alone. */
const Bar = ({ fill, ...rest }: SVGProps<SVGRectElement>): ReactElement => (
  <rect className={fill === undefined ? 'bar' : 'bar patterned'} fill={fill} {...rest} />
)

interface EndingsProps {
  readonly figure: EndingsFigure
  readonly title?: string
}

export function Endings({ figure, title = 'How negotiations ended' }: EndingsProps): ReactElement {
  const { caption, rows } = figure
  const look = looks(figure.endings)
  // Kinds that a pack names are codes.
  const endings = figure.endings.map(({ code, label }) => ({ code, label: label.replaceAll('_', ' ') }))
  return (
    <Figure
      title={title}
      caption={caption}
      legend={
        <Legend
          entries={endings.map(({ code, label }) => ({
            key: code,
            className: look.get(code)!.className,
            sign: <Bar x="1" y="0" width="16" height="14" fill={look.get(code)!.fill} />,
            text: label,
          }))}
        />
      }
      table={
        <Table
          title={title}
          quiet
          heads={[
            { key: 'pairing', text: 'pairing' },
            ...endings.map(({ code, label }) => ({ key: code, text: label, right: true })),
          ]}
          rows={rows.map(({ pairing, counts }) => ({
            key: pairing,
            cells: [pairing, ...counts.map(String)],
          }))}
        />
      }
    >
      <Patterns />
      <div className="strips">
        <div className="strip head-row small muted" aria-hidden="true">
          <span className="mean">in all</span>
        </div>
        {rows.map(({ pairing, counts }) => {
          const all = counts.reduce((sum, count) => sum + count, 0)
          const told = endings.flatMap(({ label }, k) => (counts[k]! > 0 ? [`${counts[k]} ${label}`] : []))
          let before = 0
          return (
            <div key={pairing} className="strip bars" data-in={pairingMark(pairing)}>
              <div className="name">
                <bdi className="chip">{pairing}</bdi>
              </div>
              <svg className="chart" height="26" role="img" aria-label={`${pairing}: ${told.join(', ')}`}>
                {endings.map(({ code, label }, k) => {
                  const count = counts[k]!
                  if (count === 0) return null
                  const from = (before / all) * 100
                  const width = (count / all) * 100
                  before += count
                  return (
                    <g key={code} className={look.get(code)!.className}>
                      <Bar x={pct(from)} width={pct(width)} y="2" height="22" fill={look.get(code)!.fill}>
                        <title>{`${pairing}: ${count} ${label}`}</title>
                      </Bar>
                      {width > 6 && (
                        <text
                          className={look.get(code)!.fill === undefined ? 'on' : 'on halo'}
                          x={pct(from + width / 2)}
                          y="13"
                          dy="0.34em"
                          textAnchor="middle"
                        >
                          {count}
                        </text>
                      )}
                    </g>
                  )
                })}
              </svg>
              <div className="mean number">{all}</div>
            </div>
          )
        })}
      </div>
    </Figure>
  )
}
