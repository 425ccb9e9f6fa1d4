import { findSortedIndex } from '#server/platform/sorted-index.ts'
import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import { memoizePerObject } from '#server/platform/text/memoize.ts'
import { BLOCK_TAGS } from '../page/element-text.ts'
import { findCommonParent } from '../page/page-element.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'

/** What people read on a page, as one text: words of one block run on, blocks stand on lines of their own. */
export interface PageText {
  text: string
  /** Offsets at which an inline element begins or ends, or something unseen was left out; ascending. */
  seams: readonly number[]
  /** The element around the whole of a piece of the text. */
  findElement(start: number, end: number): PageElement
  /** Where an element begins; -1 for what is not shown. */
  findStart(element: PageElement): number
  /** Words of the nearest heading above an offset; empty when there is none. */
  headingBefore(offset: number): string
}

/** Drawn or filled in, not read; their values are looked at by attribute. */
const UNREAD_TAGS = new Set([
  'script',
  'style',
  'head',
  'title',
  'textarea',
  'select',
  'iframe',
  'object',
  'audio',
  'video',
])
const BREAK_TAGS = new Set(['button', 'input', 'label', 'img', 'td', 'th', 'li'])
/** Unseen letters inside words: zero-width characters, soft hyphens, direction marks, byte order marks. */
const UNSEEN_CHARACTERS = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const FULL_WIDTH = /[\uff01-\uff5e\u3002\ufe52\ufe6b]/g
const HEADING_TAGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'th', 'legend', 'summary'])
const MAX_CHARS = 400_000
/** Hidden blocks with so many letters are tabs, menus and dialogs that open; shorter ones are traps for robots. */
const MIN_HIDDEN_BLOCK = 100
/** Pictures and icons in place of a sign. */
const SIGN_ALT = /^\s{0,3}[[(]?\s?(?:@|at|ät|arroba|dot|punkt|\.)\s?[\])]?\s{0,3}$/iu
const SIGN_ICON = /(?:^|\s)(?:fa|icon|bi|mdi|ti|glyphicon|la|uil|ri|lucide|dashicons)-at(?:-sign)?(?:\s|$)/i

/** The text of a page; made once per page. */
export const getPageText = memoizePerObject((page: PageTree) => buildPageText(page.root))

interface Flow {
  parts: string[]
  length: number
  last: string
  /** Where each piece begins, and the element it stands in. */
  offsets: number[]
  owners: PageElement[]
  seams: number[]
  starts: Map<PageElement, number>
  headings: { offset: number; element: PageElement }[]
}

function buildPageText(root: PageElement): PageText {
  const flow: Flow = {
    parts: [],
    length: 0,
    last: '\n',
    offsets: [],
    owners: [],
    seams: [],
    starts: new Map(),
    headings: [],
  }
  addElement(root, flow)
  const text = flow.parts.join('')
  const ownerAt = (offset: number): PageElement =>
    flow.owners[
      Math.max(
        1,
        findSortedIndex(flow.offsets, (start) => start > offset),
      ) - 1
    ] ?? root
  return {
    text,
    seams: flow.seams,
    findElement: (start, end) => findCommonParent(ownerAt(start), ownerAt(Math.max(start, end - 1))),
    findStart: (element) => flow.starts.get(element) ?? -1,
    headingBefore(offset) {
      let heading = ''
      for (const { offset: start } of flow.headings) {
        if (start > offset) break
        const end = text.indexOf('\n', start)
        const words = text.slice(start, end < 0 ? undefined : Math.min(end, start + 60)).trim()
        if (words && start + words.length <= offset) heading = words
      }
      return heading
    },
  }
}

function addElement(element: PageElement, flow: Flow): void {
  const { tag } = element
  if (UNREAD_TAGS.has(tag) || flow.length > MAX_CHARS) return
  const inline = !BLOCK_TAGS.has(tag) && !BREAK_TAGS.has(tag)
  if (element.hidden && (inline || tag === 'template' || tag === 'input' || isSmall(element))) {
    addSeam(flow)
    return
  }
  if (element.reversed && (inline || isSmall(element))) {
    addReversedElement(element, inline, flow)
    return
  }
  const sign = readIconSign(element, flow)
  if (inline || sign) addSeam(flow)
  else addLineBreak(flow, element)
  flow.starts.set(element, flow.length)
  if (HEADING_TAGS.has(tag)) flow.headings.push({ offset: flow.length, element })
  if (sign) addText(flow, sign, element)
  if (element.before) addText(flow, element.before, element)
  for (const child of element.children) {
    if (typeof child === 'string') addText(flow, child, element)
    else addElement(child, flow)
  }
  if (element.after) addText(flow, element.after, element)
  if (inline || sign) addSeam(flow)
  else addLineBreak(flow, element)
}

/** Words that a style sheet turns round are read the way they are seen. */
function addReversedElement(element: PageElement, inline: boolean, flow: Flow): void {
  const part = () => (inline ? addSeam(flow) : addLineBreak(flow, element))
  part()
  flow.starts.set(element, flow.length)
  const text = (element.before ?? '') + readPlainText(element) + (element.after ?? '')
  addText(flow, [...text].reverse().join(''), element)
  part()
}

/** The sign that a picture or an icon stands for; an icon only where it joins two words. */
function readIconSign({ tag, attrs, children }: PageElement, flow: Flow): string {
  if (tag === 'img')
    return attrs.alt && (SIGN_ALT.test(attrs.alt) || /^\S{1,64}@\S{4,}$/.test(attrs.alt)) ? attrs.alt : ''
  if (children.length > 0 || !attrs.class || !SIGN_ICON.test(attrs.class)) return ''
  return /[\p{L}\p{N}]/u.test(flow.last) ? '@' : ''
}

function addText(flow: Flow, raw: string, owner: PageElement): void {
  let text = collapseSpaces(raw)
  // Most pieces are plain ASCII and need neither.
  if (/[^\x20-\x7e]/.test(text)) text = text.replace(UNSEEN_CHARACTERS, '').replace(FULL_WIDTH, toHalfWidth)
  if (text === '' || (text === ' ' && /\s/.test(flow.last))) return
  flow.offsets.push(flow.length)
  flow.owners.push(owner)
  flow.parts.push(text)
  flow.length += text.length
  flow.last = text.at(-1) ?? flow.last
}

const toHalfWidth = (char: string): string =>
  char === '。' || char === '﹒'
    ? '.'
    : char === '﹫'
      ? '@'
      : String.fromCharCode(char.charCodeAt(0) - 0xfee0)

function addSeam(flow: Flow): void {
  if (flow.seams.at(-1) !== flow.length) flow.seams.push(flow.length)
}

function addLineBreak(flow: Flow, owner: PageElement): void {
  if (flow.last === '\n') return
  flow.offsets.push(flow.length)
  flow.owners.push(owner)
  flow.parts.push('\n')
  flow.length += 1
  flow.last = '\n'
}

function readPlainText(element: PageElement): string {
  let text = ''
  for (const child of element.children) {
    if (text.length > 1_000) break
    text += typeof child === 'string' ? child : child.hidden ? '' : readPlainText(child)
  }
  return text
}

function isSmall(element: PageElement): boolean {
  return readPlainText(element).replace(/\s+/g, ' ').length < MIN_HIDDEN_BLOCK
}
