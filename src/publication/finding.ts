/** One difference that a check of a folder found. */
export interface Finding {
  readonly file: string
  /** Where in the file: `row 7 (negotiation-…), column joint_gain`. */
  readonly place?: string
  readonly message: string
  readonly found?: string
  readonly expected?: string
}

/** A text that is short enough for one line of a report. */
export const brief = (text: string): string =>
  text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`
