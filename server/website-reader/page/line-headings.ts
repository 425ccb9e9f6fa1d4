import type { PageElement } from './page-tree.ts'

/** Words that head a part of the page, and the heading above them. */
export interface Heading {
  text: string
  /** 1 to 6 as h1 to h6; 7 for bold lines and lines that end with a colon. */
  level: number
  above: Heading | null
}

const MAX_HEADING = 160
const HEADING_TAGS: Record<string, number> = {
  h1: 1,
  h2: 2,
  h3: 3,
  h4: 4,
  h5: 5,
  h6: 6,
  legend: 7,
  dt: 7,
  summary: 7,
}
/** Labels of a field: they do not begin a new part of the page. */
const FIELD_LABEL =
  /^[^\p{L}]*(?:tel|phon|fon|fax|mob|cell|handy|e-?mail|mail|web|internet|www|url|adress|address|anschrift|direcci|indirizzo|t|f|m|e|w|p|ph|тел|факс|電話|电话|τηλ)/iu

/**
 * The heading that a line makes, under the one before it; null for other lines.
 * @param elements that hold its words
 */
export function readHeading(
  { text, elements, block }: { text: string; elements: readonly PageElement[]; block: PageElement },
  before: Heading | null,
): Heading | null {
  const level = getHeadingLevel(text, elements, block)
  if (level === 0) return null
  let above = before
  while (above && above.level >= level) above = above.above
  return { text: text.slice(0, MAX_HEADING), level, above }
}

function getHeadingLevel(text: string, elements: readonly PageElement[], block: PageElement): number {
  if (text.length > MAX_HEADING) return 0
  for (let at: PageElement | null = block, up = 0; at && up < 3; at = at.parent, up += 1) {
    const level = HEADING_TAGS[at.tag]
    if (level) return level === 7 && FIELD_LABEL.test(text) ? 0 : level
  }
  if (text.length > 80 || /\d{4}|@/.test(text) || FIELD_LABEL.test(text)) return 0
  if (/[:：]$/.test(text)) return 7
  return elements.length > 0 && elements.every((element) => isBold(element, block)) ? 7 : 0
}

function isBold(element: PageElement, block: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== block; at = at.parent)
    if (at.tag === 'strong' || at.tag === 'b') return true
  return false
}

const HEADING_TAG = /^h[1-6]$/

/** 1 to 6 for an element that is marked as a heading, otherwise 0. */
export function getMarkedLevel({ tag, attrs }: PageElement): number {
  if (HEADING_TAG.test(tag)) return Number(tag[1])
  if (attrs.role === 'heading') return Math.min(6, Math.max(1, Number(attrs['aria-level']) || 2))
  return 0
}
