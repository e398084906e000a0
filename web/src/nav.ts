/** The ways through the app that stand on every page of it. */
import type { NavItem } from './layout.tsx'

/** `current`: the page that is shown, where it is one of them. */
export const navOf = (current: string | undefined): NavItem[] => [
  { text: 'Studies', to: { page: 'home' }, current: current === 'home' },
  { text: 'Play', to: '/tables', current: current === 'tables' },
  { text: 'Compare', to: { page: 'compare' }, current: current === 'compare' },
]
