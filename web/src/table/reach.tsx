/** Links begin with the address at which their page is open; one of this machine's own opens nowhere else. */
import type { ReactElement } from 'react'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function Reach(): ReactElement | null {
  if (!LOOPBACK.test(location.hostname)) return null
  return (
    <p className="note">
      These links begin with <code>{location.host}</code>, and so open on this machine alone. For phones and
      other machines start <code>parley serve --host 0.0.0.0</code> with a token, and open this page at the
      network address that it prints.
    </p>
  )
}
