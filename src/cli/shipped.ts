/** The scenarios that come with Parley, by their names. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The same depth in the sources and in what is installed. */
const SHIPPED_SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url))

/** The folder of a scenario: as it is named, else that of the scenario of this name that comes with Parley. */
export async function scenarioFolder(named: string): Promise<string> {
  if (await exists(named)) return named
  const shipped = join(SHIPPED_SCENARIOS, named)
  return /^[a-z0-9-]+$/.test(named) && (await exists(shipped)) ? shipped : named
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
