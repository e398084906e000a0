/** The steps of a check in the order in which they are shown, and where each stands. */
import type { Finding } from '../../../src/publication/finding.ts'
import type { CheckMessage } from './messages.ts'

export type StepState = 'waiting' | 'going on' | 'passed' | 'failed' | 'not checked'

export interface Step {
  readonly name: string
  readonly state: StepState
  /** What was checked so far, or will be. */
  readonly words: string
  readonly findings: readonly Finding[]
}

export interface Standing {
  readonly steps: readonly Step[]
  /** One line on the whole; read out when it changes its kind. */
  readonly summary: string
  readonly state: 'running' | 'passed' | 'failed'
  /** From 0 to 1. */
  readonly share: number
  readonly notes: readonly string[]
  /** The hash that stands for the whole folder. */
  readonly sealed?: string
}

/** Every check by the name that `parley verify` gives it. */
const NAMES: Readonly<Record<string, string>> = {
  files: 'Files',
  seal: 'Seal',
  chain: 'Chain',
  rules: 'Protocol and points',
  requests: 'Requests',
  tables: 'Tables',
  attempts: 'Attempts',
  scorer: 'Scorer',
}

const WAITING: Readonly<Record<string, string>> = {
  files: 'each published file against the manifest',
  seal: 'the manifest against the record',
  chain: 'each event against the one before',
  rules: 'each reply read again, each negotiation replayed and scored',
  requests: 'each request to a model rendered again',
  tables: 'each table made again from the record, cell by cell',
  attempts: 'every assignment accounted for',
  scorer: 'the rules used here against those registered',
}

const step = (
  key: string,
  state: StepState,
  words = WAITING[key]!,
  findings: readonly Finding[] = [],
): Step => ({
  name: NAMES[key] ?? key,
  state,
  words,
  findings,
})

const KEYS = Object.keys(NAMES)

export const beforeAll: Standing = {
  steps: KEYS.map((key) => step(key, 'waiting')),
  summary: 'Nothing has been checked yet.',
  state: 'running',
  share: 0,
  notes: [],
}

/** Fetching is a third of the way at most: replaying takes longer. */
const FETCHING = 0.3

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Where the check stands after a message. */
export function standing(message: Exclude<CheckMessage, { step: 'failed' }>): Standing {
  if (message.step === 'done') return afterAll(message)
  const { done, all } = message
  const share = all === 0 ? 1 : done / all
  if (message.step === 'fetch') {
    const words = `fetched ${done} of ${all}, ${megabytes(message.bytes)}`
    return {
      ...beforeAll,
      steps: KEYS.map((key) => (key === 'files' ? step(key, 'going on', words) : step(key, 'waiting'))),
      summary: `Fetching the published files: ${done} of ${all}`,
      share: FETCHING * share,
    }
  }
  const words: Record<string, (n: number) => string> = {
    chain: (n) => `${n} events agree so far`,
    rules: (n) => `${n} negotiations replayed and scored so far`,
    requests: (n) => `${n} requests rendered again so far`,
  }
  const steps = KEYS.map((key) => {
    const depth = message.depths.find((one) => one.depth === key)
    if (!depth || depth.status === 'not-applicable')
      return step(key, key === 'files' ? 'going on' : 'waiting')
    const findings = depth.differences.map(({ place, message: told, ...values }) => ({
      file: 'record',
      place,
      message: told,
      ...values,
    }))
    return step(key, findings.length > 0 ? 'failed' : 'going on', words[key]!(depth.checked), findings)
  })
  return {
    ...beforeAll,
    steps,
    summary: `Replaying and scoring: ${done} of ${all} negotiations`,
    share: FETCHING + (1 - FETCHING) * share,
  }
}

function afterAll({ check, ms }: Extract<CheckMessage, { step: 'done' }>): Standing {
  const steps = check.checks.map(({ name, status, checked, findings }) =>
    step(name, status === 'not-checked' ? 'not checked' : status, checked, findings),
  )
  const failed = steps.filter(({ state }) => state === 'failed')
  const differences = failed.reduce((sum, { findings }) => sum + findings.length, 0)
  const seconds = `${(ms / 1000).toFixed(1)} s`
  const rules = check.checks.find(({ name }) => name === 'rules')
  return {
    steps,
    state: failed.length > 0 ? 'failed' : 'passed',
    summary:
      failed.length > 0
        ? `${differences} ${differences === 1 ? 'difference' : 'differences'}: these are not the files that the record leads to.`
        : `Everything agrees. ${rules?.checked.split(';')[0] ?? 'The whole study was checked'}, on this device, in ${seconds}.`,
    share: 1,
    notes: check.notes,
    ...(check.sealed === undefined ? {} : { sealed: check.sealed }),
  }
}
