/** A page that is told anew whenever it changes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { follow, type Line } from './follow.ts'

export interface Live<T> {
  /** Undefined until it has come. */
  readonly page: T | undefined
  readonly line: Line
  /**
   * Asks for something whose answer is the page as it is then, and takes it. What the stream has told meanwhile goes
   * before: an answer may have been made earlier and come later. Nothing is taken where the answer is undefined.
   */
  readonly take: (ask: () => Promise<T | undefined>) => Promise<void>
  /** Other events by their names, whole. */
  readonly more: Readonly<Record<string, unknown>>
}

/** Follows an address; `headers` must stay the same object while they say the same. */
export function useLive<T>(address: string, headers: Readonly<Record<string, string>>): Live<T> {
  const [page, setPage] = useState<T>()
  const [line, setLine] = useState<Line>('connecting')
  const [more, setMore] = useState<Readonly<Record<string, unknown>>>({})
  const streamed = useRef(0)
  const told = useRef(headers)
  told.current = headers
  useEffect(
    () =>
      follow({
        address,
        headers: told.current,
        line: setLine,
        take: (event, data) => {
          const value: unknown = JSON.parse(data)
          if (event === 'page') {
            streamed.current++
            setPage(value as T)
          } else setMore((before) => ({ ...before, [event]: value }))
        },
      }),
    [address],
  )
  const take = useCallback(async (ask: () => Promise<T | undefined>): Promise<void> => {
    const before = streamed.current
    const answer = await ask()
    if (answer !== undefined && streamed.current === before) setPage(answer)
  }, [])
  return { page, line, take, more }
}
