import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import type { PageElement, PageTree } from '../page-tree.ts'

/** A run of text inside a line that stands in one element. */
export interface Segment {
  text: string
  element: PageElement
}

/** One line as a reader sees it: the text between two breaks or block borders. */
export interface Line {
  index: number
  /** White space collapsed; at most MAX_LINE_CHARS. */
  text: string
  segments: Segment[]
  /** The nearest block element around it. */
  block: PageElement
  /** 1 to 6 inside a heading, otherwise 0. */
  heading: number
  /** The line is the alternative text of a picture. */
  alt: boolean
}

/** The lines from `from` to before `to`; an element without text of its own has none (`from === to`). */
export interface LineSpan {
  from: number
  to: number
}

/** A page as lines, with the place of every element among them. */
export interface PageLines {
  lines: Line[]
  spans: Map<PageElement, LineSpan>
  tables: PageElement[]
}

const INLINE = new Set(
  'a span b strong i em small u abbr acronym mark time font label sup sub s strike big cite q code wbr bdi bdo data var samp kbd ins del tt picture source'.split(
    ' ',
  ),
)
const SKIPPED = new Set(
  'script style noscript template head nav select option textarea iframe object audio video button input progress meter datalist'.split(
    ' ',
  ),
)
const MAX_LINE_CHARS = 600
const MAX_LINES = 20_000
const MAX_SIBLINGS = 40

/** Cuts a page into lines, without its navigation. Bounded: lines beyond 20,000 are not read. */
export function readLines(page: PageTree): PageLines {
  const lines: Line[] = []
  const spans = new Map<PageElement, LineSpan>()
  const tables: PageElement[] = []
  let pending: Segment[] = []
  let heading = 0
  let block = page.root

  const flush = (): void => {
    if (pending.length === 0) return
    const segments = mergeSegments(pending)
    pending = []
    if (segments.length === 0) return
    lines.push({ index: lines.length, text: textOf(segments), segments, block, heading, alt: false })
  }
  const addAlt = (element: PageElement): void => {
    const alt = clean(element.attrs.alt ?? '')
    const from = lines.length
    if (alt.length >= 4 && alt.length <= 90) {
      flush()
      const segments = [{ text: alt, element }]
      lines.push({ index: lines.length, text: alt, segments, block: element, heading: 0, alt: true })
    }
    spans.set(element, { from, to: lines.length })
  }

  const enter = (element: PageElement): void => {
    const { tag } = element
    if (lines.length >= MAX_LINES || SKIPPED.has(tag) || isMenu(element)) return
    const inline = INLINE.has(tag) && !isCard(element)
    if (inline && element.hidden) return
    if (tag === 'br' || tag === 'hr' || tag === 'img') {
      if (tag === 'img') addAlt(element)
      else flush()
      return
    }
    if (tag === 'table') tables.push(element)
    const before = { block, heading }
    if (!inline) {
      flush()
      block = element
      heading = headingLevel(element) || heading
    }
    const span = { from: lines.length, to: lines.length }
    spans.set(element, span)
    for (const child of element.children) {
      if (typeof child !== 'string') enter(child)
      else if (child.trim()) pending.push({ text: child, element })
    }
    if (!inline) {
      flush()
      ;({ block, heading } = before)
    }
    span.to = lines.length + (pending.length > 0 ? 1 : 0)
  }
  enter(page.root)
  flush()
  return { lines, spans, tables }
}

const cards = new WeakMap<PageElement, boolean>()

/** Links and spans that stand in a row, each with several elements inside, are shown as blocks. */
function isCard(element: PageElement): boolean {
  if ((element.tag !== 'a' && element.tag !== 'span') || !element.attrs.class) return false
  let known = cards.get(element)
  if (known === undefined) {
    known = looksLikeCard(element)
    cards.set(element, known)
  }
  return known
}

function looksLikeCard({ tag, attrs, parent, children }: PageElement): boolean {
  const inside = children.filter((child) => typeof child !== 'string' && child.tag !== 'br')
  if (inside.length < 2 || !parent) return false
  if (isCard(parent)) return true
  const alike = (child: PageElement['children'][number]): boolean =>
    typeof child !== 'string' && child.tag === tag && child.attrs.class === attrs.class
  return parent.children.slice(0, MAX_SIBLINGS).filter(alike).length > 1
}

const textOf = (segments: readonly Segment[]): string =>
  segments
    .map((segment) => segment.text)
    .join(' ')
    .slice(0, MAX_LINE_CHARS)

const HEADING_TAG = /^h[1-6]$/

function headingLevel({ tag, attrs }: PageElement): number {
  if (HEADING_TAG.test(tag)) return Number(tag[1])
  if (attrs.role === 'heading') return Math.min(6, Math.max(1, Number(attrs['aria-level']) || 2))
  return 0
}

function isMenu({ attrs }: PageElement): boolean {
  return (
    attrs.role === 'navigation' ||
    attrs.role === 'menu' ||
    attrs.role === 'search' ||
    attrs.role === 'menubar'
  )
}

function clean(text: string): string {
  return collapseSpaces(text.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')).trim()
}

/** Neighbouring runs of one element are one; a line is never cut into more than twelve. */
function mergeSegments(pending: Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const { text, element } of pending) {
    const words = clean(text)
    if (!words) continue
    const last = merged.at(-1)
    if (last && (last.element === element || merged.length >= 12)) last.text += ` ${words}`
    else merged.push({ text: words, element })
  }
  return merged
}
