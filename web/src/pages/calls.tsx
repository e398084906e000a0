/** The calls of one negotiation on a page of their own: each request to a model, and what came of it. */
import type { ReactElement } from 'react'
import type { CallsPage, PublicCall } from '../../../src/site/render.ts'
import { Chip, Tag } from '../components/chip.tsx'
import { To } from '../links.tsx'

interface CallsProps {
  readonly page: CallsPage
  readonly study: string
  /** The address of all calls as they are published. */
  readonly file: string
}

export const CallsOf = ({ page, study, file }: CallsProps): ReactElement => (
  <div className="page">
    <header className="opening">
      <h1>
        <bdi>{page.title}</bdi>
      </h1>
      <p>
        Requests as the public record leads to them, laid out, and what came of each: the text of the reply,
        why it stopped, tokens, times. The exact bytes of responses are sealed in the record.{' '}
        <a href={file}>All calls of the study, a line each</a>
      </p>
      {page.cut && (
        <p className="note">Long texts are cut on this page; the file of all calls has them whole.</p>
      )}
    </header>
    {page.calls.map((call) => (
      <OneCall key={call.sent} call={call} page={page} study={study} />
    ))}
  </div>
)

interface OneCallProps {
  readonly call: PublicCall
  readonly page: CallsPage
  readonly study: string
}

function OneCall({ call, page, study }: OneCallProps): ReactElement {
  const { seat, turn, repair, attempt, sent, result } = call
  const party = page.parties.find(({ id }) => id === seat)
  const id = `call-${sent}`
  return (
    <section className="section call" aria-labelledby={id}>
      <h2 id={id}>
        {page.probe ? 'Question' : 'Turn'} {turn}, <Chip index={party?.colour} label={party?.label ?? seat} />
        , attempt {attempt}
        {repair > 0 && `, repair ${repair}`}
      </h2>
      <p className="row small">
        <Tag tone={result === 'answered' ? 'good' : 'bad'}>{result}</Tag>
        <span>
          <bdi>{call.model}</bdi>, <bdi>{`${call.provider}${call.path}`}</bdi>
        </span>
        <To to={{ page: 'negotiation', study, id: page.id, ...(page.probe ? {} : { turn }) }}>
          {page.probe ? 'to the talk' : 'in the talk'}
        </To>
      </p>
      <p className="small muted">
        SHA-256 of the request that was sent: <code>{call.sha256}</code>
        {call.complete
          ? ', which is that of this one before it was laid out.'
          : '; what is private in earlier replies is left out of this one.'}
      </p>
      <details className="details">
        <summary>Request</summary>
        <pre dir="auto">{call.request}</pre>
      </details>
      {call.response !== undefined && <pre dir="auto">{call.response}</pre>}
    </section>
  )
}
