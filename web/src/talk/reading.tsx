/** What the silent observer read after a message: small, between the turns, since no party sees it. */
import type { ReactElement } from 'react'
import type { ReadingData } from '../../../src/pages/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { classes } from '../components/look.ts'
import { Facts } from '../components/words.tsx'
import { Calls } from './calls.tsx'
import { Faults } from './turn.tsx'

interface ReadingProps {
  readonly reading: ReadingData
  readonly turn: number
}

export function Reading({ reading, turn }: ReadingProps): ReactElement {
  const { seat, negotiator, pass, agreed, fields, missing, faults, calls } = reading
  const [, confirming] = seat.split('.')
  return (
    <li
      className={classes('reading', agreed && pass === undefined && 'closes', pass !== undefined && 'later')}
    >
      <p>
        <span>
          {pass === undefined ? 'Observer' : 'Later reader'} <bdi>{negotiator}</bdi>
          {pass !== undefined && ` (${pass})`}
          {confirming !== undefined && `, confirming reading ${confirming}`}, after turn {turn}:{' '}
        </span>
        <strong>{agreed === undefined ? 'no reading' : agreed ? 'agreed' : 'not agreed'}</strong>
        {missing !== undefined && (
          <>
            {' ('}
            <bdi>{missing}</bdi>)
          </>
        )}
      </p>
      {fields.length > 0 && (
        <details className="details" open={agreed === true && pass === undefined}>
          <summary>what it reported</summary>
          <Facts facts={fields.map(({ name, value }) => ({ name: termName(name), value }))} />
        </details>
      )}
      <Faults faults={faults} />
      <Calls calls={calls} />
    </li>
  )
}
