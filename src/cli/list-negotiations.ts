/** `parley show <study>`: which negotiations a record holds, so that one can be picked. */
import { printed } from '../core/rational.ts'
import type { Observation } from '../study/analysis.ts'
import { reportStudy, studyReportJson } from '../study/study-report.ts'
import type { Io } from './io.ts'
import { look } from './look.ts'
import { textTable } from './table.ts'
import { safe } from './text.ts'

/** Prints one line a negotiation, in the order of the study. `record` is the record's file. */
export async function listNegotiations(record: string, json: boolean, io: Io): Promise<void> {
  await look(record, 'show', io)
  const report = await reportStudy(record)
  if (json) {
    const { study, title, negotiations } = studyReportJson(report)
    io.out(JSON.stringify({ study, title, negotiations }, null, 2))
    return
  }
  // What all ids begin with says nothing here; the rest of an id is enough to name it.
  const known = `negotiation-${report.created.study}-`
  // A talk has no points: what it came to is a kind.
  const talk = report.scenario.protocol.type === 'free-talk'
  const rows = report.observations.map((one) => [
    one.id.startsWith(known) ? one.id.slice(known.length) : one.id,
    one.pairing,
    one.opener,
    endWords(one),
    one.turns === undefined ? '' : String(one.turns),
    talk ? kindWords(one) : one.joint ? printed(one.joint) : '',
  ])
  const head = ['negotiation', 'pairing', 'opener', 'how it ended', 'turns', talk ? 'kind' : 'joint gain']
  io.out(`${safe(report.created.title)}\n\n${textTable(head, rows, talk ? 'llllrl' : undefined, io.columns)}`)
  io.note('\nTo read one, add its name, or a part of it that no other has: parley show <study> b01-p01')
}

const kindWords = ({ agreement, talk }: Observation): string => (agreement ? safe(talk?.kind ?? '') : '')

const endWords = ({ status, agreement, reason }: Observation): string =>
  status === 'completed'
    ? agreement
      ? 'agreement'
      : 'no agreement'
    : status === 'unknown'
      ? `unknown: ${reason ?? 'interrupted'}`
      : status === 'running'
        ? 'not ended yet'
        : 'not begun'
