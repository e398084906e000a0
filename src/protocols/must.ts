/** What a check of a protocol says that does not hold. */

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export function same(found: string, expected: string, otherwise: string): void {
  must(found === expected, `${otherwise}:\n${found}\n${expected}`)
}

export function throws(run: () => unknown, kind: new (message: string) => Error = Error): boolean {
  try {
    run()
    return false
  } catch (error) {
    return error instanceof kind
  }
}
