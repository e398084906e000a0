/** CITATION.cff: how to cite the published record (https://citation-file-format.github.io). */
import type { Unwritten } from './publish.ts'

/** The day of the last event: the same for each export of a record. */
export const lastDay = ({ plan, attempts }: Unwritten): string => {
  const times = [
    plan.created.at,
    ...attempts.flatMap(({ startedAt, endedAt }) => [startedAt ?? '', endedAt ?? '']),
  ]
  return times.reduce((last, at) => (at > last ? at : last)).slice(0, 10)
}

export function citationText(published: Unwritten): string {
  const { created, now } = published.plan
  const lines = [
    'cff-version: 1.2.0',
    'message: If you use this record, please cite it.',
    'type: dataset',
    `title: ${JSON.stringify(now.title)}`,
    'authors:',
    `  - name: ${JSON.stringify(`The authors of the study ${created.study}`)}`,
    `version: ${JSON.stringify(published.head.slice(0, 12))}`,
    `date-released: ${lastDay(published)}`,
    'identifiers:',
    '  - type: other',
    `    value: ${JSON.stringify(`sha256:${published.head}`)}`,
    `    description: ${JSON.stringify("the last hash of the study's own stream")}`,
    'keywords: [negotiation, bargaining]',
  ]
  return `${lines.join('\n')}\n`
}
