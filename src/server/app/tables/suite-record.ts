/** What a check of a table's record finds, for tests. */
import { STUDY, Verifier } from '../../../record/verify.ts'
import { nodeSha256, openReader } from '../../../store/index.ts'

export async function checkRecord(
  folder: string,
): Promise<{ readonly differences: readonly string[]; readonly ended: number }> {
  const reader = await openReader(`${folder}/record.sqlite`)
  try {
    const verifier = new Verifier(await reader.read(STUDY), nodeSha256)
    let ended = 0
    for (const { stream } of await reader.streams()) {
      if (stream === STUDY) continue
      const { replayed } = verifier.negotiation(stream, await reader.read(stream))
      if (replayed?.closed) ended++
    }
    const differences = verifier
      .results()
      .flatMap(({ differences }) => differences.map(({ message }) => message))
    return { differences, ended }
  } finally {
    await reader.close()
  }
}
