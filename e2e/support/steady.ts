import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Cumulative Layout Shift that nobody notices; 0.1 is what the Web Vitals call good. */
const MOST = 0.05
/** Long enough for a placeholder to be drawn before the answer replaces it. */
const LATENCY_MS = 60

/** A server beside the browser answers before the first frame, and then nothing moves. */
export async function answerLate(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** Runs in the page: what has moved since it was loaded, each with its share, its height before and after. */
const READ_SHIFTS = `new Promise((resolve) => {
  const found = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        found.push({
          value,
          moved: sources.map(({ node, previousRect, currentRect }) =>
            [(node?.outerHTML ?? node?.textContent ?? '').slice(0, 90), previousRect.y, '>', currentRect.y].join(' ')),
        })
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(found), 30)
})`

/** Whether a page has kept its parts in place since it was loaded. */
export async function expectSteady(page: Page, name: string): Promise<void> {
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>(READ_SHIFTS)
  const score = shifts.reduce((sum, { value }) => sum + value, 0)
  const moved = shifts.flatMap((shift) => shift.moved).join('\n')
  expect(score, `${name} moves while it loads:\n${moved}\n`).toBeLessThanOrEqual(MOST)
}
