import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { CONTRAST_ONCE } from './contrast.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that a change of colours can break. Names, roles and structure are the same in light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** These two only request a manual review and never report a violation. */
const OF_REVIEWS = ['hidden-content', 'frame-tested']

/** Rules of axe: WCAG A and AA with its best practices, only those that depend on colours, or all others. */
export type Rules = 'all' | 'colours' | 'parts'

/** A violation reported by axe, shortened for a failed test. */
interface Violation {
  id: string
  nodes: { html: string }[]
}

interface Found {
  violations: Violation[]
  /** Keys of texts whose contrast passed for the first time. */
  contrasts: string[]
}

/** Page parts that occur on many pages, or many times on one. */
const REPEATED = 'header, nav, tbody > tr, [role=rowgroup] > [role=row]'
/** Overlays. The page below is checked without them. */
const ABOVE = '[role=dialog][aria-modal=true], [role=menu], [role=listbox], section[aria-label=Notifications]'

/** Repeated parts that passed in this process, by rules, width, colors and signature. */
const checked = new Set<string>()
/** Keys of the texts whose contrast passed in this process. */
const contrasts = new Set<string>()

/**
 * Runs in the page: a signature for each repeated part. Parts with the same signature differ only in texts, ids and
 * addresses, which are empty in both or in neither.
 */
const signatures = `(() => {
  const VALUES = new Set(['id', 'for', 'href', 'title', 'value', 'aria-label', 'aria-labelledby',
    'aria-describedby', 'aria-controls', 'aria-rowindex', 'data-index', 'data-id'])
  const signature = (node) => {
    if (node.nodeType === 3) return node.data.trim() && 'x'
    if (node.nodeType !== 1) return ''
    const attributes = [...node.attributes].map(({ name, value }) =>
      VALUES.has(name) ? name + (value ? '=x' : '') : name + '=' + value)
    return '<' + node.localName + ' ' + attributes.join(' ') + '>' + [...node.childNodes].map(signature).join('')
  }
  return [...document.querySelectorAll('${REPEATED}')].map(signature)
})()`

/**
 * Runs in the page. Reports violations only, and fetches no style sheet again. Leaves out repeated parts with these
 * numbers, and everything below an open dialog.
 */
const findViolations = `async (which, known, contrasts) => {
  axe.contrast.start(contrasts)
  const parts = document.querySelectorAll('${REPEATED}')
  const above = document.querySelector('[role=dialog][aria-modal=true]') ? [...document.querySelectorAll('${ABOVE}')] : []
  const context = above.length > 0 ? { include: above } : { exclude: known.map((at) => parts[at]) }
  const { violations } = await axe.run(context, { ...which, resultTypes: ['violations'], preload: false })
  return {
    violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })),
    contrasts: axe.contrast.added(),
  }
}`

/**
 * Runs in the page: waits until transitions have ended. One change can start the next; endless animations are not
 * waited for.
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

/** Past `evaluate`, which takes a quarter more of the processor for a text as long as this. */
async function addAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: AXE })
  await devtools.send('Runtime.evaluate', { expression: CONTRAST_ONCE })
  await devtools.detach()
}

/** Options of axe for these rules. */
function which(rules: Rules) {
  if (rules === 'colours') return { runOnly: { type: 'rule', values: OF_COLOURS } }
  const left = rules === 'parts' ? [...OF_REVIEWS, ...OF_COLOURS] : OF_REVIEWS
  return {
    runOnly: { type: 'tag', values: WCAG },
    rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
  }
}

/** Keys of the repeated parts of the page, in this look; `checked` has those that passed, on this page or another. */
async function keysOf(page: Page, look: string): Promise<string[]> {
  const found: string[] = await page.evaluate(signatures)
  return found.map((signature) => `${look} ${signature}`)
}

/**
 * Expects no violation on the current page, including dialogs and menus. With a dialog open, only the overlay is
 * checked; parts already checked in the same look (the header, a row of a table) are left out.
 */
export async function expectAccessible(page: Page, rules: Rules = 'all'): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await addAxe(page)
  // Rows about to be replaced are faded for that moment.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  await page.evaluate(settled)
  const scheme = await page.evaluate('document.documentElement.dataset.mantineColorScheme')
  const isOpen = (await page.locator('[role=dialog][aria-modal=true]').count()) > 0
  const keys = isOpen ? [] : await keysOf(page, `${rules} ${scheme} ${page.viewportSize()?.width}`)
  const known = keys.flatMap((key, at) => (checked.has(key) ? [at] : []))
  const given = [which(rules), known, [...contrasts]].map((one) => JSON.stringify(one)).join(', ')
  const found: Found = await page.evaluate(`(${findViolations})(${given})`)
  for (const key of found.contrasts) contrasts.add(key)
  expect(
    found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
    ),
  ).toEqual([])
  // Only now, so that a second try checks again what failed.
  for (const key of keys) checked.add(key)
}
