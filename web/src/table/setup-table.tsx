/** Making one table. */
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import type { TableMade } from '../../../src/pages/table-types.ts'
import { Chip } from '../components/chip.tsx'
import { send } from './ask.ts'
import { keepLinks } from './kept-links.ts'
import { tablePath } from './place.ts'
import { Cap, type FormProps, Make, Unread, useMaking, usualObserver, Who } from './setup-parts.tsx'

export function OneTable({ choice, providers, models: known }: FormProps): ReactElement {
  const { parties, scripts, observers, opener } = choice
  const reader = usualObserver(observers, providers)
  const [who, setWho] = useState<Readonly<Record<string, string>>>(() => ({
    ...Object.fromEntries(
      parties.map((party, i) => [party.id, i === 0 ? 'person' : (scripts[0]?.name ?? 'person')]),
    ),
    ...(reader === undefined ? {} : { observer: reader }),
  }))
  const [first, setFirst] = useState(opener)
  const [cap, setCap] = useState('1.00')
  const [state, act] = useMaking()
  const models = Object.values(who).some((one) => one.includes(':'))
  const ready = Object.values(who).every((one) => one !== '' && !one.endsWith(':'))
  const talkers = parties.map(({ id: party }) => who[party]!)
  const unread =
    observers.some(({ name }) => name === who.observer) &&
    talkers.some((one) => one === 'person' || one.includes(':'))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void act(async () => {
      const seats = Object.fromEntries(Object.entries(who).map(([seat, one]) => [seat, { who: one }]))
      const order = { scenario: choice.scenario, opener: first, seats, ...(models ? { capUsd: cap } : {}) }
      const made = await send<TableMade>('POST', '/api/tables', order)
      if (!made) return
      keepLinks(made.links)
      location.assign(tablePath({ page: 'table', table: made.table }))
    })
  }
  const id = useId()
  return (
    <section className="section" aria-labelledby="one">
      <h2 id="one">One table</h2>
      <form className="stack setup" onSubmit={submit}>
        <div className="filters">
          {parties.map(({ id: party, label, colour }) => (
            <Who
              key={party}
              label={<Chip index={colour} label={label} />}
              name={label}
              value={who[party]!}
              scripts={scripts}
              providers={providers}
              models={known}
              people
              change={(value) => setWho({ ...who, [party]: value })}
            />
          ))}
          {observers.length > 0 && (
            <Who
              label="who reads the talk"
              name="the observer"
              value={who.observer!}
              scripts={observers}
              providers={providers}
              models={known}
              change={(value) => setWho({ ...who, observer: value })}
            />
          )}
          <div className="field">
            <label htmlFor={`${id}o`}>first turn</label>
            <select id={`${id}o`} value={first} onChange={({ target }) => setFirst(target.value)}>
              {parties.map(({ id: party, label }) => (
                <option key={party} value={party}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          {models && <Cap value={cap} change={setCap} />}
        </div>
        {unread && <Unread />}
        <Make state={state} ready={ready} words="Make the table" />
      </form>
    </section>
  )
}
