/** The app: one document whose pages change as the address does. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTips } from './charts/tips.ts'
import { Shell } from './shell.tsx'
import './styles.css'

const root = document.getElementById('app')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  )
  startTips(document)
}
