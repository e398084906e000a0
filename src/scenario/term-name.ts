/** Terms by the names that people read: ids are written for files. */

/** What an id may end in where it names a unit, and how that unit is written. */
const UNITS: Readonly<Record<string, string>> = {
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  chf: 'CHF',
  pct: '%',
  percent: '%',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  weeks: 'weeks',
  months: 'months',
  years: 'years',
  km: 'km',
  kg: 'kg',
  mw: 'MW',
}

/**
 * `unit_price_usd` reads as `unit price (USD)`, `build_schedule` as `build schedule`. A name with blanks or without
 * an underscore stays as it is. Only the look changes: two ids never become one name in a scenario whose ids differ
 * in more than signs, and the id itself stands in each list of terms.
 */
export function termName(id: string): string {
  if (/\s/.test(id) || !id.includes('_')) return id
  const parts = id.split('_').filter((part) => part !== '')
  const unit = parts.length > 1 ? UNITS[parts.at(-1)!.toLowerCase()] : undefined
  return unit === undefined ? parts.join(' ') : `${parts.slice(0, -1).join(' ')} (${unit})`
}
