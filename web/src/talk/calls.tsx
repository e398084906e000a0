/** The attempts at calling a model for one turn; the exact bytes are fetched when somebody asks for them. */
import { createContext, type ReactElement, useContext, useState } from 'react'
import type { CallBytes, CallData } from '../../../src/pages/types.ts'
import { Pre } from '../components/pre.tsx'
import { Table } from '../components/table.tsx'
import { bytes, grouped } from '../components/words.tsx'

/** By what an attempt is found: its event, in the negotiation's stream or in that of a pass over it. */
export type CallPlace = Pick<CallData, 'pass' | 'sent'>

/** Fetches one attempt's bytes; missing where nobody can. */
export const BytesContext = createContext<((call: CallPlace) => Promise<CallBytes>) | undefined>(undefined)

/** Where the bytes of one attempt stand on a page of their own: a published site has them so. */
export const BytesPageContext = createContext<((call: CallPlace) => string | undefined) | undefined>(
  undefined,
)

export function Calls({ calls }: { readonly calls: readonly CallData[] }): ReactElement | null {
  const load = useContext(BytesContext)
  const pageOf = useContext(BytesPageContext)
  if (calls.length === 0) return null
  const [last] = calls.slice(-1)
  const words = calls.length === 1 ? '1 call' : `${calls.length} calls`
  return (
    <details className="details calls">
      <summary>
        {words}
        {last?.model !== undefined && (
          <>
            {' to '}
            <bdi>{last.model}</bdi>
          </>
        )}
        : request and response
      </summary>
      <Table
        title="Attempts at calling the model"
        quiet
        heads={[
          { key: 'try', text: 'attempt' },
          { key: 'end', text: 'what came of it' },
          { key: 'status', text: 'status', right: true },
          { key: 'time', text: 'time', right: true },
          { key: 'in', text: 'tokens in', right: true },
          { key: 'out', text: 'out', right: true },
          { key: 'usd', text: 'cost', right: true },
        ]}
        rows={calls.map((call) => ({
          key: String(call.sent),
          cells: [
            call.repair > 0 ? `${call.attempt}, repair ${call.repair}` : String(call.attempt),
            call.text,
            call.status ?? '',
            call.ms === undefined ? '' : `${(call.ms / 1000).toFixed(1)} s`,
            call.inputTokens === undefined ? '' : grouped(call.inputTokens),
            call.outputTokens === undefined ? '' : grouped(call.outputTokens),
            call.usd === undefined ? '' : `$${call.usd.toFixed(4)}`,
          ],
        }))}
      />
      {load && calls.map((call) => <OneCall key={call.sent} call={call} load={load} />)}
      {pageOf && (
        <p className="row small">
          {calls.map((call) => (
            <a key={call.sent} href={pageOf(call)}>
              Request and response of attempt {call.attempt}
              {call.repair > 0 && `, repair ${call.repair}`}
            </a>
          ))}
        </p>
      )}
    </details>
  )
}

interface OneCallProps {
  readonly call: CallData
  readonly load: (call: CallPlace) => Promise<CallBytes>
}

function OneCall({ call, load }: OneCallProps): ReactElement {
  const [state, set] = useState<CallBytes | string | undefined>()
  const open = (isOpen: boolean): void => {
    if (!isOpen || state !== undefined) return
    load(call).then(set, (error: unknown) => set(error instanceof Error ? error.message : String(error)))
  }
  return (
    <details className="details" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        Bytes of attempt {call.attempt}
        {call.repair > 0 && `, repair ${call.repair}`}
      </summary>
      {state === undefined && <p className="muted small">Reading …</p>}
      {typeof state === 'string' && <p className="note bad">{state}</p>}
      {typeof state === 'object' && <Bytes call={state} />}
    </details>
  )
}

/** JSON with line breaks where it is JSON; else as it came. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const Bytes = ({ call }: { readonly call: CallBytes }): ReactElement => (
  <div className="stack tight">
    <p className="small muted">
      Sent {call.sentAt} to <bdi>{call.provider}</bdi>, <bdi>{call.path}</bdi>, {bytes(call.bytes)}, SHA-256{' '}
      <code>{call.sha256.slice(0, 16)}…</code>
      {call.exact === true && '; the bytes below have this hash before they were laid out'}
    </p>
    <h3 className="minor">Request</h3>
    {call.request === undefined ? (
      <p className="muted small">Not kept, or not public.</p>
    ) : (
      <Pre>{laidOut(call.request)}</Pre>
    )}
    <h3 className="minor">Response{call.status !== undefined && `, status ${call.status}`}</h3>
    {call.response === undefined ? (
      <p className="muted small">{call.failure ?? 'Not kept, or not public.'}</p>
    ) : (
      <Pre>{call.responseEncoding === 'base64' ? call.response : laidOut(call.response)}</Pre>
    )}
    {call.usage && (
      <p className="small muted">
        Usage as told:{' '}
        {Object.entries(call.usage)
          .map(([name, n]) => `${name} ${grouped(n)}`)
          .join(', ')}
      </p>
    )}
  </div>
)
