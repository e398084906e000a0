/** What live messages make of the page that is shown. Rows and turns that did not change keep their identity. */
import type {
  AttemptRow,
  AttemptsPage,
  NegotiationLive,
  NegotiationPage,
  OfferData,
  Page,
  StudyLive,
  StudyPage,
} from '../../../src/pages/types.ts'

/** Rows that changed, in place: a row that is not shown is not added, so that nothing moves while it is read. */
export function mergeRows(page: AttemptsPage, rows: readonly AttemptRow[]): AttemptsPage {
  const changed = new Map(rows.map((row) => [row.id, row]))
  if (!page.rows.some(({ id }) => changed.has(id))) return page
  return { ...page, rows: page.rows.map((row) => changed.get(row.id) ?? row) }
}

function mergeProgress(page: StudyPage, message: Extract<StudyLive, { type: 'progress' }>): StudyPage {
  const { state, progress, cost, reading, control } = message
  const { reading: _, ...rest } = page
  return {
    ...rest,
    state,
    progress,
    ...(cost ? { cost } : {}),
    ...(reading ? { reading } : {}),
    ...(control ? { control } : {}),
  }
}

/** A study's page, or its list of attempts, after some messages. */
export function mergeStudy(page: Page, messages: readonly StudyLive[]): Page {
  let now = page
  for (const message of messages) {
    if (message.type === 'progress' && now.kind === 'study') now = mergeProgress(now, message)
    if (message.type === 'progress' && now.kind === 'attempts') {
      const { reading: _, ...rest } = now
      if (message.reading || now.reading)
        now = { ...rest, ...(message.reading ? { reading: message.reading } : {}) }
    }
    if (message.type !== 'rows') continue
    if (now.kind === 'attempts') now = mergeRows(now, message.rows)
    if (now.kind === 'study') {
      const attempts = mergeRows(now.attempts, message.rows)
      if (attempts !== now.attempts) now = { ...now, attempts }
    }
  }
  return now
}

/** The results are of an older state than the server's: the page is to be fetched again. */
export const isStale = (page: Page, messages: readonly StudyLive[]): boolean =>
  messages.some(
    (message) =>
      message.type === 'reset' ||
      (message.type === 'progress' &&
        page.kind === 'study' &&
        message.results !== undefined &&
        message.results !== page.resultsUntil),
  )

/** A negotiation after some messages. */
export function mergeNegotiation(
  page: NegotiationPage,
  messages: readonly NegotiationLive[],
): NegotiationPage {
  let now = page
  for (const message of messages) {
    if (message.type !== 'turns' || message.events <= now.events) continue
    const { mover: _, standing: __, ...rest } = now
    now = {
      ...rest,
      events: message.events,
      turns: byKey(now.turns, message.turns, ({ turn }) => turn),
      offers: byKey<OfferData>(now.offers, message.offers, ({ id }) => id),
      ...(message.mover === undefined ? {} : { mover: message.mover }),
      ...(message.standing === undefined ? {} : { standing: message.standing }),
      ...(message.end ? { end: message.end } : {}),
      // What moves is played.
      studyState: 'running',
    }
  }
  return now
}

/** New ones at the end, changed ones in their places. */
function byKey<T>(old: readonly T[], fresh: readonly T[], key: (one: T) => unknown): T[] {
  const changed = new Map(fresh.map((one) => [key(one), one]))
  const kept = old.map((one) => {
    const found = changed.get(key(one))
    changed.delete(key(one))
    return found ?? one
  })
  return [...kept, ...changed.values()]
}
