import { findSortedIndex } from '#server/platform/sorted-index.ts'
import type { FineLine, FineLines, LineSpan } from '../page/fine-lines.ts'
import type { PageElement } from '../page/page-tree.ts'
import type { Anchor } from './person-anchors.ts'
import { rateRole } from './read-role.ts'

/** The part of a page that is about one person only. */
export interface Card extends LineSpan {
  /** The element that holds exactly these lines; the name's own where the person's lines stand among others. */
  element: PageElement
  /** The lines are a stretch of a longer element. */
  flat: boolean
}

const OUTERMOST = new Set(['#root', 'html', 'body', 'main'])
const MAX_CARD_LINES = 45
const MIN_TEAM = 3
const MAX_FLAT_LINES = 14

/** The block of every anchor, in their order. The larger the page's part that names nobody else, the larger the card. */
export function findCards(page: FineLines, anchors: readonly Anchor[]): Card[] {
  const starts = anchors.map(({ line }) => line.index)
  const headings = page.lines.filter((line) => line.heading > 0)
  // Among others without, a label is only the position of one of them.
  const isTeam = anchors.filter(({ label }) => label === null).length >= MIN_TEAM
  const named = isTeam ? anchors.map((anchor) => ({ ...anchor, label: null })) : anchors
  return named.map((anchor, index) => {
    const card = findCardBlock(page, named, index, headings)
    const bare = card.to - card.from <= anchor.lineCount
    return bare || card.flat ? extendCard(page, card, starts[index + 1] ?? page.lines.length, anchor) : card
  })
}

/** Goes up from the name as long as nobody else and no other heading comes in. */
function findCardBlock(
  page: FineLines,
  anchors: readonly Anchor[],
  index: number,
  headings: readonly FineLine[],
): Card {
  const anchor = anchors[index] as Anchor
  const { line } = anchor
  let element = line.block
  let span = page.spans.get(element) ?? { from: line.index, to: line.index + 1 }
  // The length first: looking for others in a whole page for each of its names would take minutes.
  if (span.to - span.from > MAX_CARD_LINES || containsOtherNames(anchors, index, span))
    return { element, flat: true, from: line.index, to: span.to }
  // Contacts around a name of an imprint are the company's.
  if (anchor.label && !anchor.label.contact) return { element, flat: false, ...getOwnLines(anchor, span) }
  const framed = isInFrame(element)
  for (
    let parent = framed ? null : element.parent;
    parent && !OUTERMOST.has(parent.tag);
    parent = parent.parent
  ) {
    const wider = page.spans.get(parent)
    if (!wider || wider.to - wider.from > MAX_CARD_LINES || containsOtherNames(anchors, index, wider)) break
    if (hasOtherHeading(headings, wider, span, line)) break
    element = parent
    span = wider
  }
  return { element, flat: false, ...span }
}

/** Parts of the page whose contacts are the company's. */
const isFrame = ({ tag, attrs }: PageElement): boolean =>
  tag === 'footer' ||
  /(?:^|\s)(?:site-|page-|main-)?footer(?:-|\s|$)/i.test(`${attrs.class ?? ''} ${attrs.id ?? ''}`)

function isInFrame(element: PageElement): boolean {
  for (let node: PageElement | null = element; node; node = node.parent) if (isFrame(node)) return true
  return false
}

const getOwnLines = ({ line, lineCount }: Anchor, span: LineSpan): LineSpan => ({
  from: line.index,
  to: Math.min(span.to, line.index + lineCount),
})

function containsOtherNames(anchors: readonly Anchor[], index: number, { from, to }: LineSpan): boolean {
  const own = (anchors[index] as Anchor).name.name
  for (let at = index - 1; at >= 0; at -= 1) {
    const other = anchors[at] as Anchor
    if (other.line.index < from) break
    if (other.name.name !== own) return true
  }
  for (let at = index + 1; at < anchors.length; at += 1) {
    const other = anchors[at] as Anchor
    if (other.line.index >= to) break
    if (other.name.name !== own) return true
  }
  return false
}

/** A heading that is not a role: above the name always, below it when it is not of a lower rank. */
function hasOtherHeading(
  headings: readonly FineLine[],
  wider: LineSpan,
  own: LineSpan,
  name: FineLine,
): boolean {
  for (
    let at = findSortedIndex(headings, ({ index }) => index >= wider.from);
    at < headings.length;
    at += 1
  ) {
    const heading = headings[at] as FineLine
    const { index } = heading
    if (index >= wider.to) return false
    if (index >= own.from && index < own.to) continue
    if (heading.text === name.text || rateRole(heading.text) > 0) continue
    if (index < name.index || name.heading === 0 || heading.heading <= name.heading) return true
  }
  return false
}

/** Without a block of its own, a person's lines go on to the next name or heading. */
function extendCard({ lines, spans }: FineLines, card: Card, next: number, anchor: Anchor): Card {
  const { line } = anchor
  if (anchor.label && !anchor.label.contact)
    return { ...card, flat: true, from: line.index, to: line.index + anchor.lineCount }
  const container = card.flat ? line.block : (card.element.parent ?? card.element)
  const end = Math.min(next, spans.get(container)?.to ?? next, line.index + MAX_FLAT_LINES)
  let to = line.index + anchor.lineCount
  while (to < end) {
    const heading = lines[to]
    if (heading && heading.heading > 0 && rateRole(heading.text) === 0) break
    to += 1
  }
  return { element: card.element, flat: true, from: line.index, to }
}
