/** What must hold on every page, whatever it shows: WCAG by axe-core, no scrolling sideways, no jumps, pictures. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 A and AA that the page breaks, a line each: the rule, and where first. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated from outside: the page's own policy would not let it in.
  await page.evaluate(AXE)
  const results = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  )
  return results.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.length} of them, first ${nodes[0]?.target} ${nodes[0]?.failureSummary ?? ''}`,
  )
}

/** Pixels by which the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  )

/** Opens all that is folded. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")

/** Begins to add up what moves without anybody's doing; call the result for the sum so far. */
export async function watchJumps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`
    globalThis.jumps = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) jumps += value
    }).observe({ type: 'layout-shift' })
  `)
  return () => page.evaluate<number>('jumps')
}

const IMAGES = fileURLToPath(new URL('../../docs/images', import.meta.url))

/** With PARLEY_SCREENSHOTS set, keeps what the window shows as docs/images/<name>.png. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PARLEY_SCREENSHOTS) return
  mkdirSync(IMAGES, { recursive: true })
  writeFileSync(join(IMAGES, `${name}.png`), await page.screenshot())
}
