/** Pages of the published site, as whole documents: the app's components over page data, with no script needed. */
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderedPage, SiteEnv, SitePage } from '../../src/site/render.ts'
import { Markdown } from './components/markdown.tsx'
import { bytes } from './components/words.tsx'
import { type Crumb, Layout } from './layout.tsx'
import { LinksProvider, To } from './links.tsx'
import { Attempts } from './pages/attempts.tsx'
import { CallsOf } from './pages/calls.tsx'
import { Check } from './pages/check.tsx'
import { Compare } from './pages/compare.tsx'
import { Comparisons } from './pages/comparisons.tsx'
import { Negotiation } from './pages/negotiation.tsx'
import { Scenario } from './pages/scenario.tsx'
import { Study } from './pages/study.tsx'
import { BytesPageContext, type CallPlace } from './talk/calls.tsx'

/** What a page may load: its own site's files, and nothing from anywhere else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** A link's preview shows about as much. */
const DESCRIPTION = 300

export function renderPage(page: SitePage, env: SiteEnv): RenderedPage {
  const title = plain(titleOf(page, env))
  const description = cut(plain(descriptionOf(page, env)))
  const document = (
    <html lang="en">
      <Head title={title} description={description} env={env} />
      <body>
        <LinksProvider value={{ href: env.href, lacks: env.lacks }}>
          <Layout
            crumbs={crumbsOf(page, env)}
            nav={navOf(page, env)}
            home={home(env)}
            foot={<Foot env={env} />}
          >
            {bodyOf(page, env)}
          </Layout>
        </LinksProvider>
      </body>
    </html>
  )
  return { html: `<!doctype html>\n${renderToStaticMarkup(document)}\n`, title, description }
}

interface HeadProps {
  readonly title: string
  readonly description: string
  readonly env: SiteEnv
}

function Head({ title, description, env }: HeadProps): ReactElement {
  const { preview, address } = env
  const image = address === undefined ? preview.href : new URL(preview.href, address).href
  return (
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={POLICY} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="generator" content={`Parley ${env.version}`} />
      <meta name="referrer" content="no-referrer" />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address !== undefined && <meta property="og:url" content={address} />}
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(preview.width)} />
      <meta property="og:image:height" content={String(preview.height)} />
      <meta property="og:image:alt" content={preview.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {address !== undefined && <link rel="canonical" href={address} />}
      {/* An empty picture, so that no browser asks the server for one. */}
      <link rel="icon" href="data:," />
      {env.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={env.script} />
    </head>
  )
}

const home = ({ study }: SiteEnv) => ({ page: 'study', study }) as const

const COMPARE = { page: 'compare' } as const

function navOf(page: SitePage, env: SiteEnv) {
  const { study } = env
  return [
    { text: 'Study', to: home(env), current: page.kind === 'study' },
    { text: 'Conversations', to: { page: 'attempts', study } as const, current: page.kind === 'attempts' },
    ...(env.lacks(COMPARE)
      ? []
      : [{ text: 'Compare', to: COMPARE, current: page.kind === 'compare' || page.kind === 'comparisons' }]),
    { text: 'Downloads', to: { page: 'study', study, section: 'downloads' } as const },
  ]
}

function crumbsOf(page: SitePage, env: SiteEnv): Crumb[] {
  const study: Crumb = { text: env.studyTitle, to: home(env) }
  switch (page.kind) {
    case 'attempts':
      return [study, { text: 'All attempts' }]
    case 'negotiation':
      return [
        study,
        { text: 'All attempts', to: { page: 'attempts', study: env.study } },
        { text: page.title },
      ]
    case 'calls':
      return [
        study,
        {
          text: page.title.replace(/^Calls of /, ''),
          to: { page: 'negotiation', study: env.study, id: page.id },
        },
        { text: 'Calls' },
      ]
    case 'scenario':
      return [study, { text: page.title }]
    case 'comparisons':
      return [study, { text: 'Compare' }]
    case 'compare':
      return [study, { text: 'Compare', to: COMPARE }, { text: page.title }]
    case 'check':
      return [study, { text: 'Check this yourself' }]
    default:
      return [study]
  }
}

function titleOf(page: SitePage, { studyTitle }: SiteEnv): string {
  switch (page.kind) {
    case 'study':
      return page.title
    case 'attempts':
      return `All attempts${page.pages > 1 ? `, page ${page.page} of ${page.pages}` : ''} · ${studyTitle}`
    case 'check':
      return `Check this yourself · ${studyTitle}`
    case 'comparisons':
      return `Compare · ${studyTitle}`
    default:
      return 'title' in page ? `${page.title} · ${studyTitle}` : studyTitle
  }
}

function descriptionOf(page: SitePage, { studyTitle }: SiteEnv): string {
  if ('description' in page) return page.description
  if (page.kind === 'compare') return `${page.title}, figure by figure: of ${studyTitle}.`
  return `Every negotiation of ${studyTitle}, whatever became of it.`
}

/** Where the bytes of a call stand, if they do. */
const callPages =
  ({ calls }: SiteEnv) =>
  ({ pass, sent }: CallPlace): string | undefined => {
    const page = calls.get(pass)
    return page === undefined ? undefined : `${page}#call-${sent}`
  }

function bodyOf(page: SitePage, env: SiteEnv): ReactNode {
  switch (page.kind) {
    case 'study':
      return (
        <Study
          page={page}
          more={{
            gains: <CompareLink env={env} />,
            check: <CheckLink env={env} />,
            downloads: <ArchiveLink env={env} />,
          }}
          markdown={(text) => <Markdown text={text} />}
        />
      )
    case 'attempts':
      return (
        <div data-attempts={env.rows} data-turns={`${env.data}turns.csv`} data-at={env.at}>
          <Attempts page={page} tools={<div className="list-tools" />} />
        </div>
      )
    case 'negotiation':
      return (
        <BytesPageContext value={callPages(env)}>
          <Negotiation page={page} />
        </BytesPageContext>
      )
    case 'calls':
      return <CallsOf page={page} study={env.study} file={`${env.data}public-calls.jsonl`} />
    case 'scenario':
      return <Scenario page={page} />
    case 'compare':
      return <Compare page={page} />
    case 'comparisons':
      return <Comparisons page={page} />
    case 'check':
      return <Check page={page} data={env.data} archive={env.archive.href} />
    default:
      return undefined
  }
}

const CompareLink = ({ env }: { readonly env: SiteEnv }): ReactElement | null =>
  env.lacks(COMPARE) ? null : (
    <p>
      <To to={COMPARE}>Two pairings or conditions side by side</To>
    </p>
  )

const CheckLink = ({ env }: { readonly env: SiteEnv }): ReactElement => (
  <p>
    <a className="button primary" href={env.check}>
      Check this yourself
    </a>
  </p>
)

const ArchiveLink = ({ env }: { readonly env: SiteEnv }): ReactElement => (
  <p>
    <a className="button" href={env.archive.href} download="">
      All of it as one file
    </a>{' '}
    <span className="small muted">
      {bytes(env.archive.bytes)}, tar and gzip: transcripts and plots are in it too
    </span>
  </p>
)

const Foot = ({ env }: { readonly env: SiteEnv }): ReactElement => (
  <p>
    Written by Parley {env.version} from the study's record. <a href={env.check}>Check this yourself</a>
  </p>
)

/** One line without signs that turn the direction of what follows, since it stands where no markup isolates it. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const cut = (text: string): string =>
  text.length <= DESCRIPTION ? text : `${text.slice(0, DESCRIPTION - 1).toWellFormed()}…`
