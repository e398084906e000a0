/** A table as its owner watches it, turn by turn, the words of models as they come; and as spectators see it at the end. */
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { TablePage, TableWords, WatchAnswer } from '../../../src/pages/table-types.ts'
import { State } from '../components/states.tsx'
import { NOTHING } from './ask.ts'
import { Loading } from './loading.tsx'
import { Owner } from './owner.tsx'
import { useToken } from './seat.tsx'
import { useLive } from './use-live.ts'
import { Whole } from './whole.tsx'

export function OwnTable({ table }: { readonly table: string }): ReactElement {
  const { page, line, more, take } = useLive<TablePage>(
    `/api/tables/${encodeURIComponent(table)}/live`,
    NOTHING,
  )
  if (line === 'refused') {
    return (
      <State title="There is no such table here" failed whole>
        <p>
          Its address may not be whole, or its folder was moved. It may also be hidden: tables show themselves
          to whoever opened, in this browser, the link that <code>parley serve</code> printed.
        </p>
      </State>
    )
  }
  if (!page) return <Loading what="the table" />
  const words = (more.words ?? []) as readonly TableWords[]
  return (
    <Whole page={page} words={words} lost={line === 'lost'}>
      <Owner page={page} take={take} />
    </Whole>
  )
}

export function Spectator(): ReactElement {
  const token = useToken()
  const headers = useMemo(() => ({ authorization: `Seat ${token}` }), [token])
  const [answer, setAnswer] = useState<WatchAnswer | 'refused'>()
  useEffect(() => {
    let over = false
    const look = async (): Promise<void> => {
      const response = await fetch('/api/watch', { headers, cache: 'no-store' }).catch(() => undefined)
      if (over) return
      if (response?.status === 401) return setAnswer('refused')
      const told = response?.ok ? ((await response.json()) as WatchAnswer) : undefined
      if (told) setAnswer(told)
      if (!told?.page) window.setTimeout(() => void look(), 5000)
    }
    void look()
    return () => {
      over = true
    }
  }, [headers])
  if (answer === 'refused') {
    return (
      <State title="This link opens no table" failed whole>
        <p>It may not be whole, or it was taken back.</p>
      </State>
    )
  }
  if (!answer) return <Loading what="the table" />
  if (!answer.page) {
    return (
      <State title="It is still being played" whole>
        <p>
          What was said is shown here once it has ended, so that nobody at the table learns more than they
          may.
        </p>
      </State>
    )
  }
  return <Whole page={answer.page} words={[]} lost={false} />
}
