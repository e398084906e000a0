/** Making a table for each pair of a list of names. */
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import type { ClassMade } from '../../../src/pages/table-types.ts'
import { Chip } from '../components/chip.tsx'
import { send } from './ask.ts'
import { keepLinks } from './kept-links.ts'
import { tablePath } from './place.ts'
import { Cap, type FormProps, Make, Unread, useMaking, usualObserver, Who } from './setup-parts.tsx'

/** One name a line, in the order in which they are seated. */
const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function OneClass({ choice, providers, models: known }: FormProps): ReactElement {
  const { parties, scripts, observers, opener } = choice
  const [text, setText] = useState('')
  const [title, setTitle] = useState('')
  const [spare, setSpare] = useState(scripts[0]?.name ?? '')
  const [observer, setObserver] = useState(usualObserver(observers, providers) ?? '')
  const [cap, setCap] = useState('1.00')
  /** Who plays the same without people, beside the class; nobody where it is undefined. */
  const [beside, setBeside] = useState<Readonly<Record<string, string>>>()
  const [state, act] = useMaking()
  const names = namesIn(text)
  const left = names.length % parties.length
  const sitting = [...(left > 0 ? [spare] : []), observer, ...Object.values(beside ?? {})]
  const models = sitting.some((one) => one.includes(':'))
  const ready = names.length > 0 && sitting.every((one) => !one.endsWith(':'))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void act(async () => {
      const made = await send<ClassMade>('POST', '/api/classes', {
        scenario: choice.scenario,
        ...(title.trim() === '' ? {} : { title: title.trim() }),
        names,
        opener,
        ...(left > 0 ? { spare } : {}),
        ...(observers.length > 0 ? { observer } : {}),
        ...(beside ? { beside: [beside] } : {}),
        ...(models ? { capUsd: cap } : {}),
      })
      if (!made) return
      keepLinks(made.links)
      location.assign(tablePath({ page: 'class', class: made.class }))
    })
  }
  const id = useId()
  return (
    <section className="section" aria-labelledby="class">
      <h2 id="class">A class</h2>
      <p className="muted">
        One name a line. Each {parties.length === 2 ? 'pair' : `group of ${parties.length}`} of the list gets
        a table, each person a link. Names stay on this server and out of the records.
      </p>
      <form className="stack setup" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}t`}>what the class is called (may be left out)</label>
          <input
            id={`${id}t`}
            value={title}
            maxLength={120}
            onChange={({ target }) => setTitle(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}n`}>names</label>
          <textarea
            id={`${id}n`}
            rows={6}
            value={text}
            dir="auto"
            aria-describedby={`${id}c`}
            onChange={({ target }) => setText(target.value)}
          />
          <p id={`${id}c`} className="small muted" role="status">
            {names.length} {names.length === 1 ? 'name' : 'names'}, {Math.ceil(names.length / parties.length)}{' '}
            {names.length === parties.length ? 'table' : 'tables'}
            {left > 0 &&
              `; ${parties.length - left} ${parties.length - left === 1 ? 'seat is' : 'seats are'} left`}
          </p>
        </div>
        <div className="filters">
          {left > 0 && (
            <Who
              label="who fills what is left"
              name="the seats that are left"
              value={spare}
              scripts={scripts}
              providers={providers}
              models={known}
              change={setSpare}
            />
          )}
          {observers.length > 0 && (
            <Who
              label="who reads each talk"
              name="the observer"
              value={observer}
              scripts={observers}
              providers={providers}
              models={known}
              change={setObserver}
            />
          )}
          {models && <Cap value={cap} change={setCap} note="for each table" />}
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={beside !== undefined}
            onChange={({ target }) =>
              setBeside(
                target.checked
                  ? Object.fromEntries(parties.map(({ id: party }) => [party, scripts[0]?.name ?? '']))
                  : undefined,
              )
            }
          />
          Also let it be played without people, to see both on one chart
        </label>
        {beside && (
          <div className="filters">
            {parties.map(({ id: party, label, colour }) => (
              <Who
                key={party}
                label={<Chip index={colour} label={label} />}
                name={label}
                value={beside[party]!}
                scripts={scripts}
                providers={providers}
                models={known}
                change={(value) => setBeside({ ...beside, [party]: value })}
              />
            ))}
          </div>
        )}
        {observers.some(({ name }) => name === observer) && <Unread />}
        <Make state={state} ready={ready} words="Make the tables" />
      </form>
    </section>
  )
}
