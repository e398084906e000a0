/** Names of service tiers, which providers write in several ways: what a name says, and whether two say the same. */
import { type Rational, rational } from '../core/rational.ts'

/** Tiers that the plain price is for. */
const PLAIN: ReadonlySet<string> = new Set([
  'standard',
  'standard_only',
  'default',
  'auto',
  'on_demand',
  'unspecified',
])

/** `FLEX` and Google's other word for it, `ON_DEMAND_FLEX`, are `flex`; `SERVICE_TIER_UNSPECIFIED` is `unspecified`. */
export const tierName = (told: string): string =>
  told
    .toLowerCase()
    .replace(/^(service_tier|traffic_type)_/, '')
    .replace(/^on_demand_/, '')

/** The factor of the plain price at which a tier is billed; undefined where it is not known. */
export function tierFactor(
  tier: string | undefined,
  factors: Readonly<Record<string, Rational>>,
): Rational | undefined {
  if (tier === undefined) return rational(1)
  const name = tierName(tier)
  const key = Object.keys(factors).find((one) => tierName(one) === name)
  return key === undefined ? (PLAIN.has(name) ? rational(1) : undefined) : factors[key]
}

/** Tiers that are asked for by one name and answered by another. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  standard: ['on_demand'],
  standard_only: ['standard'],
  unspecified: ['standard', 'on_demand'],
  auto: ['standard', 'priority', 'default', 'flex', 'scale', 'on_demand'],
}

/** Whether another tier was used than was asked for; not where nothing was asked for, or nothing told. */
export function isOtherTier(asked: string | undefined, told: string | undefined): boolean {
  if (asked === undefined || told === undefined) return false
  const [wanted, used] = [tierName(asked), tierName(told)]
  return wanted !== used && !(MEANT[wanted] ?? []).includes(used)
}
