/** The app: one document whose pages change as the address does. Seats and tables come with a script of their own. */
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTips } from './charts/tips.ts'
import { Shell } from './shell.tsx'
import './styles.css'
import { tablePlace } from './table/place.ts'

const root = document.getElementById('app')
if (root) {
  const draw = (document: ReactElement): void => createRoot(root).render(<StrictMode>{document}</StrictMode>)
  const place = tablePlace(location.pathname, location.search)
  if (place) void import('./table/shell.tsx').then(({ TableShell }) => draw(<TableShell place={place} />))
  else draw(<Shell />)
  startTips(document)
}
