/** Making a table, or a class of them: who sits where. */
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react'
import type { ClassMade, ScenarioChoice, TableChoices, TableMade } from '../../../src/pages/table-types.ts'
import { Chip } from '../components/chip.tsx'
import { State } from '../components/states.tsx'
import { fetchJson } from '../live/fetch.ts'
import { send, wordsOf } from './ask.ts'
import { keepLinks } from './kept-links.ts'
import { Loading } from './loading.tsx'
import { tablePath } from './place.ts'

export function Setup({ scenario }: { readonly scenario: string | undefined }): ReactElement {
  const [choices, setChoices] = useState<TableChoices>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    fetchJson<TableChoices>('/api/tables/choices').then(setChoices, (error) => setProblem(wordsOf(error)))
  }, [])
  if (problem !== undefined)
    return (
      <State title="Tables cannot be made here" failed whole>
        <p>
          <bdi>{problem}</bdi>
        </p>
      </State>
    )
  if (!choices) return <Loading what="what can be played" />
  if (choices.scenarios.length === 0)
    return (
      <State title="No scenario to play" whole>
        <p>No scenario was found in the folder that is served.</p>
      </State>
    )
  return <Forms choices={choices} first={scenario} />
}

function Forms({
  choices,
  first,
}: {
  readonly choices: TableChoices
  readonly first: string | undefined
}): ReactElement {
  const id = useId()
  const known = choices.scenarios.some(({ scenario }) => scenario === first)
  const [key, setKey] = useState(known ? first! : choices.scenarios[0]!.scenario)
  const choice = choices.scenarios.find(({ scenario }) => scenario === key)!
  return (
    <div className="page">
      <header className="opening">
        <h1>A table to sit at</h1>
        <p>
          Choose a scenario and who sits where: people, each with a link of their own, scripts, or models.
          Every table is kept as a record like that of any study.
        </p>
        <div className="field setup">
          <label htmlFor={id}>scenario</label>
          <select id={id} value={key} onChange={({ target }) => setKey(target.value)}>
            {choices.scenarios.map(({ scenario, title }) => (
              <option key={scenario} value={scenario}>
                {title}
              </option>
            ))}
          </select>
        </div>
      </header>
      <OneTable key={`table ${key}`} choice={choice} providers={choices.providers} />
      <OneClass key={`class ${key}`} choice={choice} providers={choices.providers} />
    </div>
  )
}

interface FormProps {
  readonly choice: ScenarioChoice
  readonly providers: readonly string[]
}

function OneTable({ choice, providers }: FormProps): ReactElement {
  const { parties, scripts, observers, opener } = choice
  const [who, setWho] = useState<Readonly<Record<string, string>>>(() => ({
    ...Object.fromEntries(
      parties.map((party, i) => [party.id, i === 0 ? 'person' : (scripts[0]?.name ?? 'person')]),
    ),
    ...(observers.length > 0 ? { observer: observers[0]!.name } : {}),
  }))
  const [first, setFirst] = useState(opener)
  const [cap, setCap] = useState('1.00')
  const [state, act] = useMaking()
  const models = Object.values(who).some((one) => one.includes(':'))
  const ready = Object.values(who).every((one) => one !== '' && !one.endsWith(':'))
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
        <Make state={state} ready={ready} words="Make the table" />
      </form>
    </section>
  )
}

/** One name a line, in the order in which they are seated. */
const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function OneClass({ choice, providers }: FormProps): ReactElement {
  const { parties, scripts, observers, opener } = choice
  const [text, setText] = useState('')
  const [title, setTitle] = useState('')
  const [spare, setSpare] = useState(scripts[0]?.name ?? '')
  const [observer, setObserver] = useState(observers[0]?.name ?? '')
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
                change={(value) => setBeside({ ...beside, [party]: value })}
              />
            ))}
          </div>
        )}
        <Make state={state} ready={ready} words="Make the tables" />
      </form>
    </section>
  )
}

interface WhoProps {
  readonly label: ReactElement | string
  readonly name: string
  readonly value: string
  readonly scripts: ScenarioChoice['scripts']
  readonly providers: readonly string[]
  readonly people?: boolean
  readonly change: (value: string) => void
}

/** Who sits at one seat: a person, a script, or a model by the name that its API wants. */
function Who({ label, name, value, scripts, providers, people, change }: WhoProps): ReactElement {
  const id = useId()
  const [provider, model] = value.includes(':')
    ? [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)]
    : [undefined, '']
  const chosen = provider === undefined ? value : `${provider}:`
  const summary = scripts.find((one) => one.name === value)?.summary
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={chosen} onChange={({ target }) => change(target.value)}>
        {people && <option value="person">a person, by link</option>}
        <optgroup label="scripts">
          {scripts.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </optgroup>
        {providers.length > 0 && (
          <optgroup label="models">
            {providers.map((one) => (
              <option key={one} value={`${one}:`}>
                a model of {one}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {provider !== undefined && (
        <input
          aria-label={`the model's name, for ${name}`}
          placeholder="the model's name"
          required
          value={model}
          onChange={({ target }) => change(`${provider}:${target.value.trim()}`)}
        />
      )}
      {summary !== undefined && <p className="small muted field-note">{summary}</p>}
    </div>
  )
}

interface CapProps {
  readonly value: string
  readonly change: (value: string) => void
  readonly note?: string
}

function Cap({ value, change, note }: CapProps): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>spend at most, in US dollars{note === undefined ? '' : `, ${note}`}</label>
      <input
        id={id}
        required
        inputMode="decimal"
        pattern="\d{1,6}(\.\d{1,4})?"
        value={value}
        onChange={({ target }) => change(target.value.trim())}
      />
    </div>
  )
}

interface Making {
  readonly waiting: boolean
  readonly problem: string | undefined
}

/** Something that is being made, and what went wrong with it. */
function useMaking(): [Making, (make: () => Promise<void>) => Promise<void>] {
  const [state, set] = useState<Making>({ waiting: false, problem: undefined })
  return [
    state,
    async (make) => {
      set({ waiting: true, problem: undefined })
      try {
        await make()
      } catch (error) {
        set({ waiting: false, problem: wordsOf(error) })
      }
    },
  ]
}

interface MakeProps {
  readonly state: Making
  readonly ready: boolean
  readonly words: string
}

const Make = ({ state, ready, words }: MakeProps): ReactElement => (
  <div className="row">
    <button type="submit" className="primary" disabled={state.waiting || !ready}>
      {state.waiting ? 'Making …' : words}
    </button>
    {state.problem !== undefined && (
      <p className="note bad" role="alert">
        <bdi>{state.problem}</bdi>
      </p>
    )}
  </div>
)
