import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a change of colours can break. Names, roles and structure are the same in light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Rules of axe: those of WCAG A and AA and its best practices, or only those that depend on colours. */
export type Rules = 'all' | 'colours'

/** A violation as axe tells it, cut down to what a failed test shows. */
interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Runs in the page. Nothing but violations is worked out, and no style sheet is fetched again for it. */
const findViolations = `async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false })
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }))
}`

/**
 * Runs in the page: until colours have stopped to change and parts to move. One change can start the next; what
 * turns for ever is not waited for.
 */
const settled = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const moving = () => document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime < Infinity)
  await frame()
  while (moving().length > 0) {
    await Promise.all(moving().map((animation) => animation.finished.catch(() => {})))
    await frame()
  }
})()`

/** No violation of the rules on the page as it stands, dialogs and menus included. */
export async function expectAccessible(page: Page, rules: Rules = 'all'): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  // Rows that are about to be replaced are pale for that moment.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  await page.evaluate(settled)
  const runOnly = rules === 'all' ? { type: 'tag', values: WCAG } : { type: 'rule', values: OF_COLOURS }
  const violations: Violation[] = await page.evaluate(`(${findViolations})(${JSON.stringify(runOnly)})`)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
  ).toEqual([])
}
