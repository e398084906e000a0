/** The app's server over a folder of scenarios where people can sit down and no study is run, for tests in a browser. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Serving, startServer } from '../../src/server/app/serve.ts'
import { makeWorld } from '../../src/server/app/tables/index.ts'

export const serveTables = (folder: string): Promise<Serving> =>
  startServer({
    folder,
    port: 0,
    start: () => {
      throw new Error('no study is run here')
    },
    needs: async () => undefined,
    tables: {
      ...makeWorld(
        {},
        {
          now: () => new Date(),
          random: () => crypto.randomUUID().replaceAll('-', ''),
          versions: { parley: '0.0.0', node: process.version },
        },
      ),
      folder: join(folder, 'tables'),
      providers: [],
    },
  })

/** What the owner of the server says of themselves. */
const owner = ({ token }: Serving): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/** What the server has made at `path` of an order of its owner's. */
export async function made<T>(serving: Serving, path: string, order: unknown): Promise<T> {
  const response = await fetch(new URL(path, serving.address), {
    method: 'POST',
    headers: owner(serving),
    body: JSON.stringify(order),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as T
}
