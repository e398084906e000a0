/** What `parley schema` does. */
import { z } from 'zod'
import type { Io } from '../io.ts'

export async function schema(file: string, io: Io): Promise<void> {
  const source =
    file === 'scenario'
      ? (await import('../../scenario/schema.ts')).scenario
      : (await import('../../study/schema.ts')).studySchema
  io.out(JSON.stringify(z.toJSONSchema(source, { io: 'input' }), null, 2))
}
