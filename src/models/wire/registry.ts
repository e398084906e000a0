/** The wires by the names that studies use. */
import { wire as anthropic } from '../anthropic/wire.ts'
import { wire as google } from '../google/wire.ts'
import { wire as openai } from '../openai/wire.ts'
import { wire as chat } from '../openai-chat/wire.ts'
import type { ProviderName, Wire } from './contract.ts'

const WIRES: Readonly<Record<ProviderName, Wire>> = { anthropic, openai, 'openai-chat': chat, google }

/** The wire of a provider. */
export const wireOf = (provider: ProviderName): Wire => WIRES[provider]
