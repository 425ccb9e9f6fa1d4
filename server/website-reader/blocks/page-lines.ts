import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import type { PageElement, PageNode, PageTree } from '../page-tree.ts'
import { BLOCK_TAGS } from '../structured/element-text.ts'
import { markOf, PRIVATE_CHARACTERS } from './icon-marks.ts'
import { isFrame } from './page-frame.ts'

/** Words that head a part of the page, and the heading above them. */
export interface Heading {
  text: string
  /** 1 to 6 as h1 to h6; 7 for bold lines and lines that end with a colon. */
  level: number
  above: Heading | null
}

/** What a reader sees as one line: text between two blocks or line breaks. */
export interface PageLine {
  /** One blank for any space. Icons that mean a phone, fax or mobile are private characters (icon-marks.ts). */
  text: string
  /** Elements of the text, by the offset where each begins; the last one at or before an offset holds it. */
  pieces: { from: number; element: PageElement }[]
  /** The nearest block. */
  block: PageElement
  /** The heading under which the line stands; a heading stands under itself. */
  heading: Heading | null
}

const MAX_LINES = 30_000
const MAX_LINE = 4_000
const MAX_HEADING = 160
/** Not words of the page. */
const SKIPPED = new Set(['head', 'title', 'option', 'datalist', 'textarea', 'iframe', 'object', 'template'])
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

const lines = new WeakMap<PageTree, PageLine[]>()

/** The visible lines of the page, in order, read once. At most 30,000, longer ones than 4,000 characters cut. */
export function pageLines(page: PageTree): PageLine[] {
  let found = lines.get(page)
  if (!found) {
    found = createLines(page.root)
    lines.set(page, found)
  }
  return found
}

/** The element that holds the text at an offset of a line. */
export function elementAt(line: PageLine, offset: number): PageElement {
  const { pieces } = line
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.from ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return pieces[low - 1]?.element ?? line.block
}

/** What is still to be done with an element when its children are through. */
type Task =
  | { node: PageNode; owner: PageElement }
  | { close: PageElement; isFrame: boolean; outer: Heading | null }

function createLines(root: PageElement): PageLine[] {
  const found: PageLine[] = []
  let block = root
  let heading: Heading | null = null
  let text = ''
  let endsInBlank = true
  let pieces: PageLine['pieces'] = []

  const flush = (): void => {
    const trimmed = text.trimEnd()
    if (trimmed) {
      const line: PageLine = { text: trimmed, pieces, block, heading }
      const level = headingLevel(line)
      if (level > 0) {
        let above: Heading | null = heading
        while (above && above.level >= level) above = above.above
        heading = { text: trimmed.slice(0, MAX_HEADING), level, above }
        line.heading = heading
      }
      found.push(line)
    }
    text = ''
    endsInBlank = true
    pieces = []
  }
  const add = (words: string, element: PageElement): void => {
    const clean = collapseSpaces(endsInBlank ? words.trimStart() : words)
    if (clean === '') return
    if (pieces.at(-1)?.element !== element) pieces.push({ from: text.length, element })
    text += clean
    endsInBlank = clean.endsWith(' ')
    // Only pages without any structure have longer lines.
    if (text.length > MAX_LINE) flush()
  }
  const open = (element: PageElement, stack: Task[]): void => {
    const isBlock = BLOCK_TAGS.has(element.tag)
    if (isBlock) flush()
    const frame = isFrame(element)
    if (isBlock || frame) stack.push({ close: element, isFrame: frame, outer: heading })
    if (frame) heading = null
    if (isBlock) block = element
    const [mark, name] = [markOf(element), namedIcon(element)]
    if (mark || name) add(mark ? mark + name : ` ${name} `, element)
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child !== undefined) stack.push({ node: child, owner: element })
      if (isApart(element.children[index - 1], child)) stack.push({ node: ' ', owner: element })
    }
  }

  const stack: Task[] = [{ node: root, owner: root }]
  for (let task = stack.pop(); task && found.length < MAX_LINES; task = stack.pop()) {
    if ('close' in task) {
      if (BLOCK_TAGS.has(task.close.tag)) {
        flush()
        block = task.close.parent ?? root
      }
      if (task.isFrame) heading = task.outer
    } else if (typeof task.node === 'string') {
      const words = task.node.replace(PRIVATE_CHARACTERS, ' ')
      if (!isPreformatted(task.owner)) add(words, task.owner)
      else
        for (const [index, part] of words.split('\n').entries()) {
          if (index > 0) flush()
          add(part, task.owner)
        }
    } else if (!task.node.hidden && !SKIPPED.has(task.node.tag)) open(task.node, stack)
  }
  flush()
  return found
}

/**
 * Two spans, links or bold pieces right after each other are set apart by a style sheet, as the fields of an address.
 * Those of a single letter make up a word.
 */
function isApart(before: PageNode | undefined, after: PageNode | undefined): boolean {
  if (typeof before !== 'object' || typeof after !== 'object' || before.hidden || after.hidden) return false
  if (BLOCK_TAGS.has(before.tag) || BLOCK_TAGS.has(after.tag)) return false
  return holdsWords(before) && holdsWords(after)
}

function holdsWords({ children }: PageElement): boolean {
  return children.some((child) => typeof child !== 'string' || child.trim().length > 1)
}

/** Nothing but icons inside. */
const isBare = (children: readonly PageNode[]): boolean =>
  children.every((child) =>
    typeof child === 'string' ? child.trim() === '' : child.children.length === 0 && child.tag !== 'img',
  )

/** Words of an icon that stand in an attribute. */
function namedIcon({ tag, attrs, children }: PageElement): string {
  const name = tag === 'img' ? attrs.alt : isBare(children) ? (attrs['aria-label'] ?? attrs.title) : undefined
  return name && name.length <= 40 ? name.replace(PRIVATE_CHARACTERS, ' ').trim() : ''
}

function headingLevel({ text, pieces, block }: PageLine): number {
  if (text.length > MAX_HEADING) return 0
  for (let at: PageElement | null = block, up = 0; at && up < 3; at = at.parent, up += 1) {
    const level = HEADING_TAGS[at.tag]
    if (level) return level === 7 && FIELD_LABEL.test(text) ? 0 : level
  }
  if (text.length > 80 || /\d{4}|@/.test(text) || FIELD_LABEL.test(text)) return 0
  if (/[:：]$/.test(text)) return 7
  return pieces.length > 0 && pieces.every(({ element }) => isBold(element, block)) ? 7 : 0
}

function isBold(element: PageElement, block: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== block; at = at.parent)
    if (at.tag === 'strong' || at.tag === 'b') return true
  return false
}

function isPreformatted(element: PageElement): boolean {
  for (let at: PageElement | null = element, up = 0; at && up < 4; at = at.parent, up += 1)
    if (at.tag === 'pre') return true
  return false
}
