/** When the results of a study changed last. Times are ISO 8601 in UTC, which sort as text. */

/** The later of two times; undefined where there is neither. */
export const later = (a: string | undefined, b: string | undefined): string | undefined =>
  b === undefined || (a !== undefined && a >= b) ? a : b

/** The time of the last result, with this event of the study. That results were seen or published is none. */
export const lastResult = (
  last: string | undefined,
  { type, at }: { readonly type: string; readonly at: string },
): string | undefined => (type === 'study.exported' || type === 'results.seen' ? last : later(last, at))
