import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

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

/** Overlays. The page below is checked without them. */
const ABOVE = '[role=dialog][aria-modal=true], [role=menu], [role=listbox], section[aria-label=Notifications]'

/** Smaller parts are always checked, because they depend most on what is around them. */
const PART_MIN_ELEMENTS = 8

/** Hashes of the parts that passed in this process. */
const passed = new Set<string>()

/**
 * Runs in the page: `[parent, look]` of each element to check, in document order; `parent` is -1 at the top. Elements
 * with the same look differ only in texts, ids and addresses, which are empty in both or in neither.
 */
const elements = `(() => {
  const VALUES = new Set(['id', 'for', 'href', 'title', 'value', 'aria-label', 'aria-labelledby',
    'aria-describedby', 'aria-controls', 'aria-rowindex', 'data-index', 'data-id'])
  const isModal = document.querySelector('[role=dialog][aria-modal=true]')
  const roots = isModal ? [...document.querySelectorAll('${ABOVE}')] : [document.body]
  const all = roots
    .filter((root) => !roots.some((other) => other !== root && other.contains(root)))
    .flatMap((root) => [root, ...root.querySelectorAll('*:not(svg *)')])
  window.toCheck = all
  const numbers = new Map(all.map((element, at) => [element, at]))
  const backgroundOf = (element) => {
    const color = element && getComputedStyle(element).backgroundColor
    return color === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : color
  }
  return all.map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      VALUES.has(name) ? name + (value ? '=x' : '') : name + '=' + value)
    const texts = [...element.childNodes].map(({ nodeType, data }) => nodeType === 3 && data.trim() ? 'x' : '.')
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const look = [element.localName, ...attributes, texts.join(''), color, fontSize, fontWeight, backgroundOf(element)]
    return [numbers.get(element.parentElement) ?? -1, look.join(' ')]
  })
})()`

/**
 * Runs in the page. Reports violations only, and fetches no style sheet again. Leaves out the parts with these
 * numbers, and everything below an open dialog.
 */
const findViolations = `async (which, known) => {
  const all = window.toCheck
  const exclude = known.map((at) => all[at])
  const include = all.filter((element) => all[0] !== document.body && !all.includes(element.parentElement))
  const { violations } = await axe.run(
    { ...(include.length > 0 && { include }), exclude },
    { ...which, resultTypes: ['violations'], preload: false },
  )
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }))
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

/** Options of axe for these rules. */
function which(rules: Rules) {
  if (rules === 'colours') return { runOnly: { type: 'rule', values: OF_COLOURS } }
  const left = rules === 'parts' ? [...OF_REVIEWS, ...OF_COLOURS] : OF_REVIEWS
  return {
    runOnly: { type: 'tag', values: WCAG },
    rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
  }
}

interface PageParts {
  /** The largest parts that passed before, by number. */
  known: number[]
  /** Hashes of all parts. */
  added: string[]
  /** Everything passed before. */
  isAllKnown: boolean
}

async function partsOf(page: Page, look: string): Promise<PageParts> {
  const found: [parent: number, look: string][] = await page.evaluate(elements)
  const parts = found.map(([parent, own]) => ({
    parent,
    hash: createHash('sha1').update(look + own),
    size: 1,
  }))
  const hashes: string[] = []
  for (const [at, { parent, hash, size }] of [...parts.entries()].reverse()) {
    hashes[at] = hash.digest('base64')
    parts[parent]?.hash.update(hashes[at])
    if (parts[parent]) parts[parent].size += size
  }
  const isPart = (at: number) => (parts[at]?.size ?? 0) >= PART_MIN_ELEMENTS
  const isKnown = parts.map((_, at) => isPart(at) && passed.has(hashes[at] as string))
  return {
    known: [...isKnown.keys()].filter((at) => isKnown[at] && !isKnown[parts[at]?.parent ?? -1]),
    added: hashes.filter((_, at) => isPart(at)),
    isAllKnown: parts.every(({ parent }, at) => parent >= 0 || isKnown[at]),
  }
}

/**
 * Expects no violation on the current page, including dialogs and menus. With a dialog open, only the overlay is
 * checked. Parts that passed before in the same look, on this page or another, are left out.
 */
export async function expectAccessible(page: Page, rules: Rules = 'all'): Promise<void> {
  // Rows about to be replaced are faded for that moment.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  await page.evaluate(settled)
  const { known, added, isAllKnown } = await partsOf(page, `${rules} ${page.viewportSize()?.width} `)
  if (isAllKnown) return
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const violations: Violation[] = await page.evaluate(
    `(${findViolations})(${JSON.stringify(which(rules))}, ${JSON.stringify(known)})`,
  )
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`),
  ).toEqual([])
  for (const hash of added) passed.add(hash)
}
