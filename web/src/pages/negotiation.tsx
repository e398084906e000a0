/** One negotiation as a reader wants it: how it ended, the figures, then the talk, turn by turn. */
import type { ReactElement } from 'react'
import type { NegotiationPage, OfferData, StudyState } from '../../../src/pages/types.ts'
import { AlongTurns } from '../charts/along.tsx'
import { ConcessionPath } from '../charts/concession-path.tsx'
import { Chip, Tag } from '../components/chip.tsx'
import { Contents } from '../components/contents.tsx'
import { FigureNumber } from '../components/figure.tsx'
import { classes } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { counted, duration, shortName, Time } from '../components/words.tsx'
import { To } from '../links.tsx'
import { Briefs } from '../talk/briefs.tsx'
import { LATER, Later } from '../talk/later.tsx'
import { Terms, Worth } from '../talk/offer.tsx'
import { Turn } from '../talk/turn.tsx'
import { Ending } from './ending.tsx'

const TITLES = {
  figures: 'How the offers moved',
  talk: 'The talk',
  later: LATER,
  briefs: 'What each side alone knew',
} as const

export function Negotiation({ page }: { readonly page: NegotiationPage }): ReactElement {
  const { parties, turns, offers, differences, observer, end } = page
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const sections = (['figures', 'talk', 'later', 'briefs'] as const)
    .filter((id) => (id !== 'figures' || offers.length > 0) && (id !== 'later' || page.later))
    .map((id) => ({ id, title: TITLES[id] }))
  const standing = page.standing === undefined ? undefined : byId.get(page.standing)
  return (
    <div className="page listed">
      <header className="opening">
        <Neighbours page={page} label="Other attempts" />
        <h1>
          <bdi>{parties.length > 3 ? `${page.row.pairing}, number ${page.row.number}` : page.title}</bdi>
        </h1>
        <p className="row">
          {parties.map(({ id, label, colour, negotiator, opens }) => (
            <Chip key={id} index={colour} label={label} of={opens ? `${negotiator}, opens` : negotiator} />
          ))}
        </p>
        <Byline page={page} />
        {differences.length > 0 && (
          <div className="note bad" role="alert">
            <p>What follows from the replies is not what the record says:</p>
            <ul>
              {differences.map((difference) => (
                <li key={difference}>
                  <bdi>{difference}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Ending page={page} />
      </header>
      <Contents entries={sections} />
      <div className="page">
        {offers.length > 0 && (
          <section className="section" aria-labelledby="figures">
            <h2 id="figures">{TITLES.figures}</h2>
            <FigureNumber value={1}>
              <AlongTurns page={page} linked />
            </FigureNumber>
            <FigureNumber value={2}>
              <ConcessionPath page={page} linked />
            </FigureNumber>
            {page.votingRule !== undefined && <Votes page={page} />}
          </section>
        )}
        <section className="section" aria-labelledby="talk">
          <h2 id="talk">{TITLES.talk}</h2>
          {observer && (
            <p className="muted">
              <bdi>{observer.negotiatorText}</bdi> reads along in silence. <bdi>{observer.rule}</bdi>
            </p>
          )}
          {turns.length === 0 && <p className="muted">Nothing has been said yet.</p>}
          <ol className="talk">
            {turns.map((turn) => (
              <Turn
                key={turn.turn}
                turn={turn}
                page={page}
                offer={turn.offer === undefined ? undefined : byId.get(turn.offer)}
                standing={turn.standing === undefined ? undefined : byId.get(turn.standing)}
              />
            ))}
          </ol>
          {!end && <Now page={page} standing={standing} />}
        </section>
        {page.later && <Later later={page.later} parties={parties} />}
        <section className="section" aria-labelledby="briefs">
          <h2 id="briefs">{TITLES.briefs}</h2>
          <Briefs parties={parties} />
        </section>
        <Neighbours page={page} label="On to other attempts" />
      </div>
    </div>
  )
}

function Byline({ page }: { readonly page: NegotiationPage }): ReactElement {
  const { row, scenario, protocol, startedAt, endedAt, study } = page
  const levels = Object.entries(row.levels)
  const took = startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : 0
  return (
    <p className="byline small muted">
      <span>
        Attempt {row.number}, pairing{' '}
        <To to={{ page: 'attempts', study, query: { pairing: row.pairing } }}>
          <bdi>{row.pairing}</bdi>
        </To>
      </span>
      {levels.map(([name, level]) => (
        <span key={name}>
          <bdi>{name}</bdi>{' '}
          <bdi>{(name === 'opener' && page.parties.find(({ id }) => id === level)?.label) || level}</bdi>
        </span>
      ))}
      <span>
        <To to={{ page: 'scenario', scenario: scenario.key }}>
          <bdi>{scenario.title}</bdi>
        </To>
        , {protocol}
      </span>
      {startedAt !== undefined && (
        <span>
          <Time at={startedAt} />
          {took >= 1000 && `, ${duration(took)}`}
        </span>
      )}
      {row.tokens !== undefined && <span>{counted(row.tokens, 'token')}</span>}
      {row.usd !== undefined && <span>${row.usd.toFixed(4)}</span>}
      <span>
        <To to={{ page: 'compare', left: { study, negotiation: page.id } }}>compare</To>
      </span>
    </p>
  )
}

interface NeighboursProps {
  readonly page: NegotiationPage
  readonly label: string
}

function Neighbours({ page, label }: NeighboursProps): ReactElement {
  const { study, previous, next } = page
  return (
    <nav className="pager" aria-label={label}>
      <span>
        {previous !== undefined && (
          <To to={{ page: 'negotiation', study, id: previous }} rel="prev">
            ← <bdi>{shortName(previous)}</bdi>
          </To>
        )}
      </span>
      <span>
        {next !== undefined && (
          <To to={{ page: 'negotiation', study, id: next }} rel="next">
            <bdi>{shortName(next)}</bdi> →
          </To>
        )}
      </span>
    </nav>
  )
}

const PLAYED_ON = 'Whoever goes on with the study plays on from here.'
/** Why nobody plays it now. */
const LEFT: Readonly<Record<StudyState, string>> = {
  planned: 'Its study has not begun.',
  running: '',
  stopped: `Its study was stopped. ${PLAYED_ON}`,
  halted: `Its study waits for something outside: its page says for what. ${PLAYED_ON}`,
  lost: `The run that played it was broken off, by a kill or a power cut. ${PLAYED_ON}`,
  failed: `The run that played it failed. ${PLAYED_ON}`,
  complete: '',
}

interface NowProps {
  readonly page: NegotiationPage
  readonly standing: NegotiationPage['offers'][number] | undefined
}

/** While it runs: whose move it is, and what stands. */
function Now({ page, standing }: NowProps): ReactElement {
  const mover = page.parties.find(({ id }) => id === page.mover)
  const last = page.turns.at(-1)
  // A call may be on its way in the turn that is the mover's: then it is on the page, and not over.
  const begun = last !== undefined && last.seat === page.mover && last.action === undefined && !last.absent
  const turn = (last?.turn ?? 0) + (begun ? 0 : 1)
  return (
    <div className="ending open" role="status">
      <p>
        {mover ? (
          <>
            It is the move of <Chip index={mover.colour} label={mover.label} />.
          </>
        ) : (
          'It has not ended.'
        )}{' '}
        {page.turnsAtMost !== undefined && `Turn ${turn} of at most ${page.turnsAtMost}.`}
      </p>
      {page.studyState !== undefined && page.studyState !== 'running' && (
        <p className="muted">{LEFT[page.studyState]}</p>
      )}
      {standing && (
        <div className="action">
          <span>{standing.id} stands</span>
          <Terms terms={standing.terms} />
          <Worth parties={page.parties} points={standing.points} below={standing.below} />
        </div>
      )}
    </div>
  )
}

/** What became of an offer; one that was still voted on when all was over did not pass. */
const fateOf = ({ fate }: OfferData, ended: boolean): string =>
  fate === 'live' && ended ? 'not passed' : (fate ?? '')

/** Every offer with who was for it and against it, where votes decide. */
function Votes({ page }: { readonly page: NegotiationPage }): ReactElement {
  const { parties, offers, votingRule } = page
  return (
    <Table
      title="Votes on each offer"
      caption={votingRule}
      heads={[
        { key: 'offer', text: 'offer' },
        { key: 'turn', text: 'turn', right: true },
        ...parties.map(({ id, label, colour }) => ({ key: id, text: <Chip index={colour} label={label} /> })),
        { key: 'fate', text: 'became' },
      ]}
      rows={offers.map((offer) => ({
        key: offer.id,
        of: offer.id,
        cells: [
          offer.id,
          offer.turn === 0 ? 'start' : offer.turn,
          ...parties.map(({ id }) => {
            if (id === offer.by) return 'proposes'
            const vote = offer.votes?.findLast(({ seat }) => seat === id)?.vote
            return vote === undefined ? (
              <span key={id} className="muted">
                {'\u2013'}
              </span>
            ) : (
              <Tag key={id} tone={vote === 'accept' ? 'good' : 'bad'}>
                {vote === 'accept' ? 'for' : 'against'}
              </Tag>
            )
          }),
          <span key="fate" className={classes(offer.fate !== 'passed' && 'muted')}>
            {fateOf(offer, page.end !== undefined)}
          </span>,
        ],
      }))}
    />
  )
}
