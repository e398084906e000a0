/** What a record's registration says of a model negotiator, as far as its requests depend on it. */
import { z } from 'zod'
import { type ModelSettings, PROVIDERS, type ProviderName } from '../models/wire/contract.ts'
import type { AskingSettings } from './asking.ts'

export interface CallSettings extends AskingSettings {
  readonly provider: ProviderName
  readonly settings: ModelSettings
}

const schema = z.looseObject({
  provider: z.enum(PROVIDERS),
  model: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  context: z.enum(['fresh', 'thread']).default('fresh'),
  structured: z.boolean().default(false),
})

/** Undefined where the negotiator is no model of this version. */
export function callSettings(negotiator: unknown): CallSettings | undefined {
  const { data } = schema.safeParse(negotiator)
  if (!data) return undefined
  const { provider, model, params, context, structured } = data
  return { provider, context, structured, settings: { model, ...(params ? { params } : {}) } }
}

const TIERS = ['service_tier', 'serviceTier'] as const

/** The service tier that the params ask for, by the name that the provider's API gives it. */
export function tierAsked(params: ModelSettings['params']): string | undefined {
  const tier = TIERS.map((name) => params?.[name]).find((value) => typeof value === 'string')
  return tier as string | undefined
}
