/** What a record leads to when it is replayed: what must never change for a record that was once written. */

import { exactText } from '../../src/core/rational.ts'
import { endRecord } from '../../src/record/read.ts'
import { STUDY, Verifier } from '../../src/record/verify.ts'
import { nodeSha256, openReader } from '../../src/store/index.ts'

export interface Results {
  readonly head: string
  readonly depths: Readonly<Record<string, string>>
  readonly checked: Readonly<Record<string, number>>
  /** By negotiation: how it ended, and each party's points where they are known. */
  readonly negotiations: Readonly<Record<string, unknown>>
  /** Every difference that was found, for a test to show. */
  readonly differences: readonly unknown[]
}

/** Checks the record at all depths. */
export async function resultsOf(path: string): Promise<Results> {
  const reader = await openReader(path)
  try {
    const verifier = new Verifier(await reader.read(STUDY), nodeSha256)
    const negotiations: Record<string, unknown> = {}
    for (const { stream } of await reader.streams()) {
      if (stream === STUDY) continue
      const { replayed } = verifier.negotiation(stream, await reader.read(stream))
      const points = Object.entries(replayed?.points ?? {}).map(([party, value]) => [party, exactText(value)])
      negotiations[stream] = {
        end: replayed?.end && endRecord(verifier.scenario!.issues, replayed.end),
        points: Object.fromEntries(points),
        turns: replayed?.turns.length,
      }
    }
    verifier.finish()
    const depths = verifier.results()
    return {
      head: verifier.head,
      depths: Object.fromEntries(depths.map(({ depth, status }) => [depth, status])),
      checked: Object.fromEntries(depths.map(({ depth, checked }) => [depth, checked])),
      negotiations: JSON.parse(JSON.stringify(negotiations)) as Record<string, unknown>,
      differences: depths.flatMap(({ differences }) => differences),
    }
  } finally {
    await reader.close()
  }
}
