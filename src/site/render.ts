/** How the web's components make a document of page data: what the site gives them, and what it gets. */
import type { CompareRow, Page, PartyTag, Target } from '../pages/types.ts'
import type { Comparison } from './names.ts'

/** The page on which a reader checks the study; the site alone has it. */
export interface CheckPage {
  readonly kind: 'check'
  readonly study: string
  readonly title: string
  readonly description: string
  /** The hash that stands for the whole published folder; undefined where it was written without a seal. */
  readonly sealed?: string
  readonly negotiations: number
  readonly files: number
  readonly bytes: number
}

export interface PublicCall {
  readonly seat: string
  readonly turn: number
  readonly repair: number
  readonly attempt: number
  readonly sent: number
  readonly provider: string
  readonly model: string
  readonly path: string
  readonly sha256: string
  /** The request is the very one that was sent; else what is private is left out of it. */
  readonly complete: boolean
  /** JSON, laid out. */
  readonly request: string
  readonly result: 'answered' | 'failed' | 'lost' | 'open'
  readonly response?: string
}

/** The calls of one negotiation, each request and what came of it, as far as they are public. */
export interface CallsPage {
  readonly kind: 'calls'
  readonly id: string
  readonly title: string
  readonly description: string
  readonly parties: readonly PartyTag[]
  /** Questions asked after the talk: its turns are no turns of the talk. */
  readonly probe?: true
  /** `sent`: the number of its event, by which it is linked. */
  readonly calls: readonly PublicCall[]
  /** Long texts are cut, since the page would be too heavy. */
  readonly cut: boolean
}

/** All that stands side by side, each with a page of its own. */
export interface ComparisonsPage {
  readonly kind: 'comparisons'
  readonly title: string
  readonly description: string
  readonly comparisons: readonly ComparedSides[]
  /** How many more there could be. */
  readonly more: number
}

export interface ComparedSides {
  readonly sides: Comparison
  readonly left: string
  readonly right: string
  /** The figure of both that says most. */
  readonly figure?: CompareRow
}

export type SitePage = Page | CheckPage | CallsPage | ComparisonsPage

export interface SiteEnv {
  href(target: Target): string
  /** The site has no such page, and links to it are left out. */
  lacks(target: Target): boolean
  /** Addresses seen from this page. */
  readonly styles: readonly string[]
  readonly script: string
  readonly check: string
  /** The published folder, with a `/` at its end. */
  readonly data: string
  /** The published folder as one file. */
  readonly archive: { readonly href: string; readonly bytes: number }
  /** The pages of a negotiation's calls, by the pass that made them; those of itself without a name. */
  readonly calls: ReadonlyMap<string | undefined, string>
  /** Every attempt as a row (JSON), for filters. */
  readonly rows: string
  readonly study: string
  readonly studyTitle: string
  /** The path of this page within the site. */
  readonly at: string
  readonly preview: {
    readonly href: string
    readonly width: number
    readonly height: number
    readonly alt: string
  }
  /** The page's own address on the web, where it is known. */
  readonly address?: string
  /** The version of Parley that made it. */
  readonly version: string
}

export interface RenderedPage {
  /** The whole document. */
  readonly html: string
  readonly title: string
  readonly description: string
}

export type RenderPage = (page: SitePage, env: SiteEnv) => RenderedPage
