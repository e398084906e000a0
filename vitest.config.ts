import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Much of the suite waits for processes that it has started, so that two files at once pay on two cores too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
