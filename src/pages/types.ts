/**
 * Page data: all that a page shows, as plain JSON. The app fetches it, the static site is made of it, and the same
 * components draw both. Pure types, a file for each page: web/ imports them from
 * here, and nothing else of this room but the pages of tables beside it.
 *
 * Conventions. Ids (party, pairing, issue, negotiation) are names to look things up by; labels are what people read.
 * Texts are text, never markup, but for fields that say that they are Markdown. What is unknown is left out, never
 * null and never zero. Times are ISO 8601, UTC. Lists are in the order in which a reader wants them.
 */
import type { AttemptsPage } from './types/attempts.ts'
import type { ComparePage } from './types/compare.ts'
import type { HomePage } from './types/home.ts'
import type { NegotiationPage } from './types/negotiation.ts'
import type { ScenarioPage } from './types/scenario.ts'
import type { StudyPage } from './types/study.ts'

export type * from './types/attempts.ts'
export type * from './types/base.ts'
export type * from './types/compare.ts'
export type * from './types/figures.ts'
export type * from './types/home.ts'
export type * from './types/live.ts'
export type * from './types/negotiation.ts'
export type * from './types/paper.ts'
export { SECTIONS } from './types/paper.ts'
export type * from './types/scenario.ts'
export type * from './types/study.ts'

export type Page = HomePage | StudyPage | AttemptsPage | NegotiationPage | ScenarioPage | ComparePage
