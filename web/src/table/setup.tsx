/** Making a table, or a class of them: who sits where. */
import { type ReactElement, useEffect, useId, useState } from 'react'
import type { TableChoices } from '../../../src/pages/table-types.ts'
import { State } from '../components/states.tsx'
import { fetchJson } from '../live/fetch.ts'
import { wordsOf } from './ask.ts'
import { Loading } from './loading.tsx'
import { OneClass } from './setup-class.tsx'
import { OneTable } from './setup-table.tsx'
import { useTitle } from './use-title.ts'

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
  useTitle(`A table of ${choices.scenarios.find(({ scenario }) => scenario === key)!.title}`)
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
      <OneTable key={`table ${key}`} choice={choice} providers={choices.providers} models={choices.models} />
      <OneClass key={`class ${key}`} choice={choice} providers={choices.providers} models={choices.models} />
    </div>
  )
}
