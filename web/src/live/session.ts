/** The server's printed link holds the session's token behind `#`: it is traded for a cookie and leaves the address. */

const TOKEN = /^#token=([^&]+)$/

/** Does nothing where the address has no token. A token that is refused shows when something is asked for. */
export async function openSession(): Promise<void> {
  const [, token] = TOKEN.exec(location.hash) ?? []
  if (token === undefined) return
  try {
    await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: decodeURIComponent(token) }),
    })
  } catch {
    // Without a server nothing else works either, and the page says so.
  }
  // Not before: who loads the page anew while this is on its way has the token still.
  history.replaceState(null, '', location.pathname + location.search)
}
