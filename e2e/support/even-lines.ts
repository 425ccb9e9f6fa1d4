import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs in the page: buttons in one line with a field of another height. Compact buttons are parts of a text. */
const FIND_UNEVEN = `(() => {
  const COMPACT = 28
  const boxOf = (element) => element.getBoundingClientRect()
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).slice(0, 40)
  const found = new Set()
  for (const button of document.querySelectorAll('main :is(.mantine-Button-root, .mantine-ActionIcon-root)')) {
    const one = boxOf(button)
    if (one.height < COMPACT || one.width === 0) continue
    const line = button.parentElement
    if (!getComputedStyle(line).display.includes('flex')) continue
    for (const field of line.querySelectorAll('.mantine-Input-input, .mantine-SegmentedControl-root')) {
      const other = boxOf(field)
      const isBeside = other.top < one.bottom && one.top < other.bottom && other.width > 0
      const isInside = field.parentElement.contains(button) || field.tagName === 'TEXTAREA'
      if (isBeside && !isInside && Math.abs(other.height - one.height) > 1)
        found.add(nameOf(button) + ' has ' + one.height + ' px beside ' + nameOf(field) + ' with ' + other.height)
    }
  }
  return [...found]
})()`

/** Fields and buttons in one line are equally high. */
export const expectEvenLines = async (page: Page): Promise<void> =>
  expect(await page.evaluate(FIND_UNEVEN)).toEqual([])
