/**
 * Links as they were told when they were made. The server has only their hashes, so the owner's tab keeps them until
 * it is closed: a reload must not cost thirty links.
 */
import type { SeatLink } from '../../../src/pages/table-types.ts'

const KEY = 'parley-links'

export function keptLinks(): SeatLink[] {
  try {
    const links = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(links) ? (links as SeatLink[]) : []
  } catch {
    return []
  }
}

/** Keeps links; a new one takes the place of the one that its seat had. */
export function keepLinks(links: readonly SeatLink[]): void {
  const same = (one: SeatLink) => links.some(({ table, seat }) => table === one.table && seat === one.seat)
  const all = [...keptLinks().filter((one) => !same(one)), ...links]
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // They are on the page, and can be made anew.
  }
}

export function dropLink(table: string, seat: string): void {
  const left = keptLinks().filter((one) => one.table !== table || one.seat !== seat)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(left))
  } catch {
    // It opens nothing any more.
  }
}

export const linkOf = (table: string, seat: string): SeatLink | undefined =>
  keptLinks().find((one) => one.table === table && one.seat === seat)

/** The whole address, for a mail or a chat. */
export const addressOf = ({ path }: Pick<SeatLink, 'path'>): string => location.origin + path
