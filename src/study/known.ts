/** What is known of some, and objects without what is undefined: unknown is left out, never zero. */

/** The values that are there. */
export const known = <O, T>(list: readonly O[], value: (one: O) => T | undefined): T[] =>
  list.map(value).filter((v) => v !== undefined)

/** The same without what is undefined. */
export const defined = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
