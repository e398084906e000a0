/** Every provider's wire by its name. */
import { wire as anthropic } from '../anthropic/wire.ts'
import type { ProviderName, Wire } from './contract.ts'

const WIRES: Partial<Record<ProviderName, Wire>> = { anthropic }

/** The wire of a provider. */
export const wireOf = (provider: ProviderName): Wire => WIRES[provider]!
