import { findSortedIndex } from '#server/platform/sorted-index.ts'
import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import { memoizePerObject } from '#server/platform/text/memoize.ts'
import { BLOCK_TAGS } from './element-text.ts'
import { type FineLines, FineLineWriter } from './fine-lines.ts'
import { getIconMark, PRIVATE_CHARACTERS } from './icon-marks.ts'
import { isAside, isInline, isPreformatted, isSeparate, isUnread } from './line-borders.ts'
import { type Heading, readHeading } from './line-headings.ts'
import { isFrame } from './page-frame.ts'
import type { PageElement, PageNode, PageTree } from './page-tree.ts'

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

/** A page cut into lines, as a reader sees them and as cards present people. */
interface CutPage {
  lines: PageLine[]
  fine: FineLines
}

const MAX_LINES = 30_000
const MAX_LINE = 4_000

const getCutPage = memoizePerObject((page: PageTree) => cutPage(page.root))

/** The visible lines of the page, in order. At most 30,000, longer ones than 4,000 characters cut. */
export const getPageLines = (page: PageTree): PageLine[] => getCutPage(page).lines

/** The lines of the page cut finely, for those who look for people; see FineLine. */
export const getFineLines = (page: PageTree): FineLines => getCutPage(page).fine

/** The element that holds the text at an offset of a line. */
export function findElementAt(line: PageLine, offset: number): PageElement {
  const next = findSortedIndex(line.pieces, ({ from }) => from > offset)
  return line.pieces[next - 1]?.element ?? line.block
}

/**
 * The one pass over a page in which it is cut into lines. Each block that ends a line ends a fine one too; what else
 * ends a fine one, and which elements either of them leaves out, is said in line-borders.ts.
 */
function cutPage(root: PageElement): CutPage {
  const lines = new LineWriter(root)
  const fine = new FineLineWriter(root)

  const addSeen = (text: string, owner: PageElement): void => {
    const words = text.replace(PRIVATE_CHARACTERS, ' ')
    const rows = words.includes('\n') && isPreformatted(owner) ? words.split('\n') : [words]
    for (const [index, row] of rows.entries()) {
      if (index > 0) lines.end()
      lines.add(row, owner)
    }
  }
  const enter = (element: PageElement, isSeen: boolean, isFine: boolean): void => {
    if (isUnread(element)) return
    const inline = isInline(element)
    const seen = isSeen && !element.hidden
    const frame = seen ? lines.open(element) : null
    // What opens on a click is hidden in blocks; within a line it is a trap or for screen readers.
    const place =
      isFine && !isAside(element) && !(element.hidden && inline) ? fine.open(element, inline) : null
    if (!seen && !place) return
    const { children } = element
    for (let index = 0; index < children.length; index += 1) {
      const child = children[index] as PageNode
      if (seen && isSeparate(children[index - 1], child)) lines.add(' ', element)
      if (typeof child !== 'string') enter(child, seen, place !== null)
      else {
        if (seen) addSeen(child, element)
        // Listings stay whole: the words of their rows are not set apart as names and roles are.
        if (place) fine.add(child, element)
      }
    }
    if (frame) lines.close(element, frame)
    if (place) fine.close(place)
  }
  enter(root, true, true)
  lines.end()
  fine.end()
  return { lines: lines.lines, fine }
}

/** The heading outside of an element that may be a frame. */
interface Frame {
  isFrame: boolean
  outer: Heading | null
}

/** Puts together the lines that a reader sees. */
class LineWriter {
  readonly lines: PageLine[] = []
  readonly #root: PageElement
  #block: PageElement
  #heading: Heading | null = null
  #text = ''
  #endsInBlank = true
  #pieces: PageLine['pieces'] = []

  constructor(root: PageElement) {
    this.#root = root
    this.#block = root
  }

  open(element: PageElement): Frame {
    if (BLOCK_TAGS.has(element.tag)) {
      this.end()
      this.#block = element
    }
    const frame = { isFrame: isFrame(element), outer: this.#heading }
    // Headings of the page do not reach into its head and foot, nor theirs out of them.
    if (frame.isFrame) this.#heading = null
    const [mark, name] = [getIconMark(element), readIconName(element)]
    if (mark || name) this.add(mark ? mark + name : ` ${name} `, element)
    return frame
  }

  close(element: PageElement, frame: Frame): void {
    if (BLOCK_TAGS.has(element.tag)) {
      this.end()
      this.#block = element.parent ?? this.#root
    }
    if (frame.isFrame) this.#heading = frame.outer
  }

  add(words: string, element: PageElement): void {
    const clean = collapseSpaces(this.#endsInBlank ? words.trimStart() : words)
    if (clean === '') return
    if (this.#pieces.at(-1)?.element !== element) this.#pieces.push({ from: this.#text.length, element })
    this.#text += clean
    this.#endsInBlank = clean.endsWith(' ')
    // Only pages without any structure have longer lines.
    if (this.#text.length > MAX_LINE) this.end()
  }

  end(): void {
    const [text, pieces] = [this.#text.trimEnd(), this.#pieces]
    if (text && this.lines.length < MAX_LINES) {
      const elements = pieces.map(({ element }) => element)
      this.#heading = readHeading({ text, elements, block: this.#block }, this.#heading) ?? this.#heading
      this.lines.push({ text, pieces, block: this.#block, heading: this.#heading })
    }
    this.#text = ''
    this.#endsInBlank = true
    this.#pieces = []
  }
}

/** Nothing but icons inside. */
const isBare = (children: readonly PageNode[]): boolean =>
  children.every((child) =>
    typeof child === 'string' ? child.trim() === '' : child.children.length === 0 && child.tag !== 'img',
  )

/** Words of an icon that stand in an attribute. */
function readIconName({ tag, attrs, children }: PageElement): string {
  const name = tag === 'img' ? attrs.alt : isBare(children) ? (attrs['aria-label'] ?? attrs.title) : undefined
  return name && name.length <= 40 ? name.replace(PRIVATE_CHARACTERS, ' ').trim() : ''
}
