/**
 * How long a test waits for what must come, in milliseconds: far longer than any machine needs, since it costs nothing
 * where all is well. Less than a test may take in all (vitest.config.ts), so that what is missing is told by its name.
 */
export const PATIENCE_MS = 150_000
