/** What others read in a talk after it had ended, beside its own observer's word; and whether its story was known. */
import type { ReactElement } from 'react'
import type { LaterData, LaterReader, NegotiationPage } from '../../../src/pages/types.ts'
import { Chip } from '../components/chip.tsx'
import { Table } from '../components/table.tsx'
import { Calls } from './calls.tsx'
import { Faults } from './turn.tsx'

export const LATER = 'Read again later'

const AS: Readonly<Record<LaterReader['as'], string>> = {
  first: 'observed the talk itself',
  observer: 'read it later',
  person: 'a person, blind to who talked',
}

interface LaterProps {
  readonly later: LaterData
  readonly parties: NegotiationPage['parties']
}

export function Later({ later: { readers, answers }, parties }: LaterProps): ReactElement {
  const told = answers.some(({ as }) => as !== undefined)
  const named = answers.some(({ names }) => names.length > 0)
  const seatOf = (seat: string): { index: number | undefined; label: string } => {
    const party = parties.find(({ id }) => id === seat)
    return { index: party?.colour, label: party?.label ?? seat }
  }
  return (
    <section className="section" aria-labelledby="later">
      <h2 id="later">{LATER}</h2>
      {readers.length > 0 && <Readers readers={readers} />}
      {answers.length > 0 && (
        <Table
          title="Whether the story was known"
          caption="Asked after the talk and outside it. A no is what a model says of itself, and no proof."
          heads={[
            { key: 'who', text: 'who' },
            { key: 'known', text: 'knew it' },
            ...(told ? [{ key: 'as', text: 'as' }] : []),
            ...(named ? [{ key: 'names', text: 'which names' }] : []),
          ]}
          rows={answers.map(({ pass, seat, negotiator, model, known, as, names }) => {
            return {
              key: `${pass} ${seat}`,
              cells: [
                <span key="who">
                  <Chip {...seatOf(seat)} /> <bdi>{negotiator}</bdi>
                  {model !== negotiator && (
                    <>
                      {' ('}
                      <bdi>{model}</bdi>
                      {')'}
                    </>
                  )}
                  , {pass}
                </span>,
                known,
                ...(told ? [<bdi key="as">{as ?? ''}</bdi>] : []),
                ...(named ? [<bdi key="names">{names.join(', ')}</bdi>] : []),
              ],
            }
          })}
        />
      )}
      {answers.map(({ pass, seat, negotiator, faults, calls }) =>
        calls.length + faults.length === 0 ? null : (
          <div key={`${pass} ${seat}`} className="asked stack tight small">
            <p>
              <Chip {...seatOf(seat)} /> <bdi>{negotiator}</bdi>, {pass}
            </p>
            <Faults faults={faults} />
            <Calls calls={calls} />
          </div>
        ),
      )}
    </section>
  )
}

const Readers = ({ readers }: Pick<LaterData, 'readers'>): ReactElement => {
  const notes = readers.some(({ note }) => note !== undefined && note !== '')
  return (
    <Table
      title="Everybody's word on the whole talk"
      caption="What the talk was scored by is the first row; nothing that was read later changes it. Readings after single messages stand in the talk above."
      heads={[
        { key: 'reader', text: 'reader' },
        { key: 'as', text: 'who' },
        { key: 'said', text: 'says' },
        { key: 'turn', text: 'after turn', right: true },
        ...(notes ? [{ key: 'note', text: 'note' }] : []),
      ]}
      rows={readers.map(({ name, pass, text, as, turn, said, note }) => ({
        key: `${pass ?? ''} ${name}`,
        cells: [
          <span key="name">
            <bdi>{name}</bdi>
            {pass !== undefined && ` (${pass})`}
          </span>,
          <span key="as" className="small">
            {AS[as]}
            {as !== 'person' && (
              <>
                {': '}
                <bdi>{text}</bdi>
              </>
            )}
          </span>,
          <bdi key="said">{said}</bdi>,
          turn ?? '',
          ...(notes ? [<bdi key="note">{note ?? ''}</bdi>] : []),
        ],
      }))}
    />
  )
}
