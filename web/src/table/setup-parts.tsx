/** What the forms for tables and classes share: who sits at a seat, what it may cost, the button that makes it. */
import { type ReactElement, useId, useState } from 'react'
import type { ScenarioChoice, TableChoices } from '../../../src/pages/table-types.ts'
import { wordsOf } from './ask.ts'

export interface FormProps {
  readonly choice: ScenarioChoice
  readonly providers: readonly string[]
  /** Names of models to choose from, by provider. */
  readonly models: TableChoices['models']
}

interface WhoProps {
  readonly label: ReactElement | string
  readonly name: string
  readonly value: string
  readonly scripts: ScenarioChoice['scripts']
  readonly providers: readonly string[]
  readonly models: TableChoices['models']
  readonly people?: boolean
  readonly change: (value: string) => void
}

/** Who sits at one seat: a person, a script, or a model by the name that its API wants. */
export function Who({
  label,
  name,
  value,
  scripts,
  providers,
  models,
  people,
  change,
}: WhoProps): ReactElement {
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
        <>
          <input
            aria-label={`the model's name, for ${name}`}
            placeholder="the model's name"
            required
            list={`${id}m`}
            value={model}
            onChange={({ target }) => change(`${provider}:${target.value.trim()}`)}
          />
          <datalist id={`${id}m`}>
            {(models[provider] ?? []).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
      {summary !== undefined && <p className="small muted field-note">{summary}</p>}
    </div>
  )
}

/** Who reads talks unless somebody is chosen: a model where one can be called, since people say what no script says. */
export const usualObserver = (
  observers: ScenarioChoice['observers'],
  providers: readonly string[],
): string | undefined =>
  observers.length === 0 ? undefined : providers.length > 0 ? `${providers[0]}:` : observers[0]!.name

/** What becomes of people's talk that nobody understands. */
export const Unread = (): ReactElement => (
  <p className="note warn">
    An observer by rules understands the set phrases of scripts, and nothing of what people or models say in
    words of their own: it will not notice that they have agreed, and the talk goes on to its last message.
    Let a model read it, where this server has a key for one (<code>parley serve --keys</code>).
  </p>
)

interface CapProps {
  readonly value: string
  readonly change: (value: string) => void
  readonly note?: string
}

export function Cap({ value, change, note }: CapProps): ReactElement {
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
export function useMaking(): [Making, (make: () => Promise<void>) => Promise<void>] {
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

export const Make = ({ state, ready, words }: MakeProps): ReactElement => (
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
