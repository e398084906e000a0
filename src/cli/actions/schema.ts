/** What `parley schema` does. */
import { z } from 'zod'
import type { Io } from '../io.ts'

export async function schema(file: string, io: Io): Promise<void> {
  io.out(JSON.stringify(z.toJSONSchema(await sourceOf(file), { io: 'input' }), null, 2))
}

async function sourceOf(file: string): Promise<z.ZodType> {
  if (file === 'scenario') return (await import('../../scenario/schema.ts')).scenario
  if (file === 'theme') return (await import('../../scenario/generate/theme.ts')).themeSchema
  return (await import('../../study/schema.ts')).studySchema
}
