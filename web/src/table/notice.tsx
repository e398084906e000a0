/**
 * A notice from the browser when it is one's turn, for who does something else meanwhile: only where the person asks
 * for it with a button, and only while the page is not looked at. It holds no word of the talk.
 */
import { type ReactElement, useEffect, useState } from 'react'

const KEY = 'parley-notice'

/** What the browser allows; undefined where it knows no notices (or not on a page without TLS). */
const permission = (): NotificationPermission | undefined =>
  typeof Notification === 'undefined' || !window.isSecureContext ? undefined : Notification.permission

function wanted(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

function keep(yes: boolean): void {
  try {
    sessionStorage.setItem(KEY, yes ? 'yes' : 'no')
  } catch {
    // Without storage it lasts until the page is loaded again.
  }
}

interface NoticeProps {
  /** Tells one turn from another; undefined while it is somebody else's. */
  readonly turn: string | undefined
  /** What the table is about. */
  readonly title: string
}

export function Notice({ turn, title }: NoticeProps): ReactElement | null {
  const [on, setOn] = useState(() => wanted() && permission() === 'granted')
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (!on || turn === undefined || !document.hidden) return
    try {
      const notice = new Notification('It is your turn', { body: title, tag: 'parley-turn' })
      notice.onclick = () => {
        window.focus()
        notice.close()
      }
      return () => notice.close()
    } catch {
      // Some phones know notices and let no page make one: the title of the tab says it all the same.
    }
  }, [on, turn, title])
  if (permission() === undefined) return null
  const change = async (): Promise<void> => {
    const allowed = !on && (await Notification.requestPermission()) === 'granted'
    setOn(allowed)
    setRefused(!on && !allowed)
    keep(allowed)
  }
  return (
    <p className="small muted">
      <button type="button" className="plain" aria-pressed={on} onClick={() => void change()}>
        {on ? 'No notice when it is my turn' : 'Notify me when it is my turn'}
      </button>
      {refused && (
        <span role="status"> This browser does not allow notices here; the title of its tab tells it.</span>
      )}
    </p>
  )
}
