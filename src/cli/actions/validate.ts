/** What `parley validate` does. */
import { access, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { countOutcomes } from '../../core/issue.ts'
import { type Problem, UserError } from '../../core/problem.ts'
import { protocolOf } from '../../protocols/index.ts'
import { outcomeKinds } from '../../scenario/about.ts'
import { checkScenario, SCENARIO_FILE } from '../../scenario/folder.ts'
import type { Scenario } from '../../scenario/types.ts'
import { problemsText } from '../errors.ts'
import type { Io } from '../io.ts'
import { safeLine } from '../text.ts'

export async function validate(path: string, json: boolean, io: Io): Promise<void> {
  const study = await isStudy(path)
  const { problems, summary } = study ? await ofStudy(path) : await ofScenario(path)
  if (!study && (await isPlainFolder(path))) {
    const mend = 'name a folder that holds a scenario.yaml or a study.yaml'
    throw new UserError([{ file: path, message: 'There is neither a scenario nor a study here.', mend }])
  }
  if (problems.some((problem) => problem.severity !== 'warning')) throw new UserError(problems)
  if (json) {
    const kind = study ? 'study' : 'scenario'
    io.out(JSON.stringify({ ok: true, kind, path, summary, problems }, null, 2))
    return
  }
  if (problems.length > 0) io.note(`${problemsText(problems, { color: io.live && !io.env.NO_COLOR })}\n`)
  io.out(`valid: ${safeLine(summary)}`)
}

interface Found {
  readonly problems: readonly Problem[]
  readonly summary: string
}

async function ofScenario(path: string): Promise<Found> {
  const { scenario, problems, place } = await checkScenario(path)
  if (!scenario || !place) return { problems, summary: '' }
  return {
    problems: [...problems, ...(await lonely(scenario, place(SCENARIO_FILE)))],
    summary: describe(scenario),
  }
}

async function ofStudy(path: string): Promise<Found> {
  const { checkStudy, loadStudy } = await import('../../study/load.ts')
  const problems = await checkStudy(path)
  if (problems.some((problem) => problem.severity !== 'warning')) return { problems, summary: '' }
  const { title, assignments, scenario, variants } = await loadStudy(path)
  const others = new Set(variants.map((one) => nameOf(one.scenario)))
  others.delete(nameOf(scenario))
  const beside = others.size > 0 ? `; and of ${[...others].join(', ')}` : ''
  return {
    problems,
    summary: `${title}: ${assignments.length} negotiations of ${describe(scenario)}${beside}`,
  }
}

/** A warning where the twin that a reader is sent to is in none of the folders beside the scenario's. */
async function lonely({ about }: Scenario, file: string): Promise<Problem[]> {
  const twin = about?.twin
  if (twin === undefined) return []
  const beside = join(dirname(file), '..')
  const folders = await readdir(beside).catch(() => [])
  for (const folder of [twin, ...folders]) {
    const text = await readFile(join(beside, folder, SCENARIO_FILE), 'utf8').catch(() => '')
    if (/^id:\s*["']?([\w-]+)/m.exec(text)?.[1] === twin) return []
  }
  const message = `No scenario "${twin}" stands beside this one.`
  const mend = 'put its folder beside this one, or name another'
  return [{ file, path: 'about.twin', severity: 'warning', message, found: twin, mend }]
}

const nameOf = ({ title, id }: Scenario): string => `"${title}" (${id})`

/** `"Concert tickets" (concert-tickets), alternating-offers between Buyer and Seller, 3 issues, private information`. */
function describe(scenario: Scenario): string {
  const { issues, parties, protocol, information } = scenario
  const labels = parties.map((party) => party.label)
  const table = labels.length === 2 ? `between ${labels.join(' and ')}` : `among ${labels.join(', ')}`
  const space =
    issues.length > 0 ? [`${issues.length} issues`, `${grouped(countOutcomes(issues))} outcomes`] : []
  const kinds = protocol.type === 'free-talk' ? outcomeKinds(scenario)?.kinds : undefined
  const played = protocolOf(protocol.type) ? [] : ['a protocol that this version reads and does not play yet']
  return [
    nameOf(scenario),
    `${protocol.type} ${table}`,
    ...space,
    ...(kinds ? [`${kinds.length} kinds of outcome`] : []),
    `${information} information`,
    ...played,
  ].join(', ')
}

const grouped = (count: bigint): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** A folder without a scenario.yaml. */
async function isPlainFolder(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => undefined)
  return names !== undefined && !names.includes(SCENARIO_FILE)
}

/** A folder with a study.yaml is a study; the file itself may be named too. */
async function isStudy(path: string): Promise<boolean> {
  if (basename(path) === SCENARIO_FILE) return false
  if (basename(path) === 'study.yaml') return true
  try {
    await access(join(path, 'study.yaml'))
    return true
  } catch {
    return false
  }
}
