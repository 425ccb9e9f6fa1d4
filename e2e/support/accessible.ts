import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a change of colours can break. Names, roles and structure are the same in light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** These two only ask for a look by hand: they never find a violation. */
const OF_REVIEWS = ['hidden-content', 'frame-tested']

/**
 * Rules of axe: those of WCAG A and AA and its best practices, only those that depend on colours, or all that do not.
 */
export type Rules = 'all' | 'colours' | 'parts'

/** A violation as axe tells it, cut down to what a failed test shows. */
interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Runs in the page. Nothing but violations is worked out, and no style sheet is fetched again for it. */
const findViolations = `async (which) => {
  const { violations } = await axe.run(document, { ...which, resultTypes: ['violations'], preload: false })
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

/** What axe takes to run these rules. */
function which(rules: Rules) {
  if (rules === 'colours') return { runOnly: { type: 'rule', values: OF_COLOURS } }
  const left = rules === 'parts' ? [...OF_REVIEWS, ...OF_COLOURS] : OF_REVIEWS
  return {
    runOnly: { type: 'tag', values: WCAG },
    rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
  }
}

/** No violation of the rules on the page as it stands, dialogs and menus included. */
export async function expectAccessible(page: Page, rules: Rules = 'all'): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  // Rows that are about to be replaced are pale for that moment.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  await page.evaluate(settled)
  const violations: Violation[] = await page.evaluate(`(${findViolations})(${JSON.stringify(which(rules))})`)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
  ).toEqual([])
}
