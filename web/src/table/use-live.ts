/** A page that is told anew whenever it changes. */
import { useEffect, useRef, useState } from 'react'
import { follow, type Line } from './follow.ts'

export interface Live<T> {
  /** Undefined until it has come. */
  readonly page: T | undefined
  readonly line: Line
  /** Takes a newer page from elsewhere: the answer to something that was sent. */
  readonly take: (page: T) => void
  /** Other events by their names, whole. */
  readonly more: Readonly<Record<string, unknown>>
}

/** Follows an address; `headers` must stay the same object while they say the same. */
export function useLive<T>(address: string, headers: Readonly<Record<string, string>>): Live<T> {
  const [page, setPage] = useState<T>()
  const [line, setLine] = useState<Line>('connecting')
  const [more, setMore] = useState<Readonly<Record<string, unknown>>>({})
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
          if (event === 'page') setPage(value as T)
          else setMore((before) => ({ ...before, [event]: value }))
        },
      }),
    [address],
  )
  return { page, line, take: setPage, more }
}
