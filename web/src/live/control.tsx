/** Run, pause, go on, stop: what this server may do with a study, and what it takes. */
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import type { ControlData, StudyPage } from '../../../src/pages/types.ts'
import { change } from './change.ts'

interface ControlProps {
  readonly page: StudyPage
  readonly again: () => void
}

const WORDS = { run: 'Run', pause: 'Pause', 'go-on': 'Go on', stop: 'Stop' } as const
const SAYS = {
  starting: 'Starting …',
  running: 'This server plays it.',
  pausing: 'Pausing: what is under way is played to its end.',
  stopping: 'Stopping: nothing new is asked; the record stays as it is.',
  ended: 'The run has ended.',
  failed: 'The run failed.',
} as const

export function Control({ page, again }: ControlProps): ReactElement | null {
  const { control } = page
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  if (!control) return null
  const act = async (action: ControlData['can'][number], capUsd?: number): Promise<void> => {
    setWaiting(true)
    setProblem(undefined)
    try {
      await change(`/api/studies/${encodeURIComponent(page.study)}/control`, {
        action,
        ...(capUsd === undefined ? {} : { capUsd }),
      })
      again()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setWaiting(false)
    }
  }
  const { can, busy, needs, run } = control
  return (
    <div className="stack tight">
      <div className="row">
        {can.map((action) =>
          control.costs && (action === 'run' || action === 'go-on') ? (
            <Capped
              key={action}
              control={control}
              word={WORDS[action]}
              waiting={waiting}
              act={(cap) => act(action, cap)}
            />
          ) : (
            <button
              key={action}
              type="button"
              className={action === 'run' ? 'primary' : undefined}
              disabled={waiting}
              onClick={() => act(action)}
            >
              {WORDS[action]}
            </button>
          ),
        )}
      </div>
      {waiting && (
        <p className="small muted" role="status">
          It is being asked for …
        </p>
      )}
      {run && !waiting && (
        <p className="small muted" role="status">
          {SAYS[run.state]} {run.capUsd !== undefined && `At most $${run.capUsd.toFixed(2)}.`}{' '}
          <bdi>{run.message}</bdi>
        </p>
      )}
      {busy !== undefined && (
        <p className="small muted">
          <bdi>{busy}</bdi>
        </p>
      )}
      {needs !== undefined && (
        <p className="small muted">
          <bdi>{needs}</bdi>
        </p>
      )}
      {problem !== undefined && (
        <p className="note bad" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
    </div>
  )
}

interface CappedProps {
  readonly control: ControlData
  readonly word: string
  readonly waiting: boolean
  readonly act: (capUsd: number) => void
}

/** What calls models costs money: a cap is part of the command. */
function Capped({ control, word, waiting, act }: CappedProps): ReactElement {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const cap = Number(new FormData(event.currentTarget).get('cap'))
    if (cap > 0) act(cap)
  }
  return (
    <form className="filters" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>spend at most, in US dollars</label>
        <input id={id} name="cap" type="number" min="0.01" step="0.01" required inputMode="decimal" />
      </div>
      <button type="submit" className="primary" disabled={waiting}>
        {word}
      </button>
      {control.estimate !== undefined && (
        <p className="small muted">
          <bdi>{control.estimate}</bdi>
        </p>
      )}
    </form>
  )
}
