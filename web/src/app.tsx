/** The app: one document whose pages change as the address does. */
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { startLinked } from './charts/linked.ts'
import { startTips } from './charts/tips.ts'
import { startContents } from './components/contents-place.ts'
import { openSession } from './live/session.ts'
import { Shell } from './shell.tsx'
import { tablePlace } from './table/place.ts'
import './styles.css'

/** Pages of tables come with a script of their own, which a reader of studies never loads. */
async function draw(root: Root): Promise<void> {
  const place = tablePlace(location.pathname, location.search)
  // A person's seat has a secret of its own behind the `#`, and no session.
  if (place?.page !== 'seat' && place?.page !== 'watch') await openSession()
  if (place) {
    const { TableShell } = await import('./table/shell.tsx')
    root.render(<TableShell place={place} />)
    return
  }
  root.render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  )
}

const element = document.getElementById('app')
if (element) {
  startContents(document)
  startLinked(document)
  startTips(document)
  await draw(createRoot(element))
}
