/** What a scenario says about itself: prose, lists with their names set apart, sources that lead to their entry. */
import type { ReactElement } from 'react'
import type { AboutBlock, AboutItem, SourceData } from '../../../src/pages/types.ts'
import { Words } from '../components/words.tsx'
import { To } from '../links.tsx'

export const About = ({ block }: { readonly block: AboutBlock }): ReactElement => {
  const { paragraphs = [], items = [], to } = block
  return (
    <div className="prose">
      {paragraphs.map((text) => (
        <p key={text}>
          <bdi>{text}</bdi>
        </p>
      ))}
      {items.some(({ name }) => name !== undefined) ? (
        <dl className="named">
          {items.map((item) => (
            <div key={`${item.name} ${item.text}`}>
              <dt>
                <bdi>{item.name}</bdi>
                {item.code !== undefined && (
                  <>
                    {' '}
                    <code title="what the observer calls it">{item.code}</code>
                  </>
                )}
              </dt>
              <dd>
                <Told item={item} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        items.map((item) => (
          <p key={item.text}>
            <Told item={item} />
          </p>
        ))
      )}
      {items.some(({ code }) => code !== undefined) && (
        <p className="small muted">Beside each name, the word that the observer is given for it.</p>
      )}
      {to && (
        <p>
          <To to={to.target}>
            <bdi>{to.text}</bdi>
          </To>
        </p>
      )}
    </div>
  )
}

const Told = ({ item: { text, source } }: { readonly item: AboutItem }): ReactElement => (
  <>
    <bdi>{text}</bdi>
    {source && (
      <span className="nowrap">
        {' ('}
        {source.entry === undefined ? (
          <bdi>{source.short}</bdi>
        ) : (
          <a href={`#source-${source.entry}`}>
            <bdi>{source.short}</bdi>
          </a>
        )}
        )
      </span>
    )}
  </>
)

/** The entries that are cited. An address is a link where it is one of the web, and else text. */
export const Sources = ({ sources }: { readonly sources: readonly SourceData[] }): ReactElement => (
  <ul className="prose">
    {sources.map(({ text, url }, k) => (
      <li key={text} id={`source-${k + 1}`}>
        <bdi>{text}</bdi>{' '}
        {url !== undefined &&
          (/^https?:\/\//.test(url) ? (
            <a href={url} rel="noreferrer">
              <bdi>{url}</bdi>
            </a>
          ) : (
            <bdi>{url}</bdi>
          ))}
      </li>
    ))}
  </ul>
)

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'] as const

interface SituationProps {
  readonly words: string
  readonly parties: number
}

/** Packs that briefs quote in the middle of a sentence name a thing: the sentence is made here. */
export function Situation({ words, parties }: SituationProps): ReactElement {
  if (/[.!?]$/.test(words.trim())) return <Words>{words}</Words>
  const about = /^\p{Ll}/u.test(words)
    ? `${COUNTS[parties] ?? parties} parties negotiate about `
    : 'What it is about: '
  return (
    <p>
      {about}
      <bdi>{words}</bdi>.
    </p>
  )
}
