import { memoize } from '#server/platform/text/memoize.ts'
import type { PhoneFinding } from '../findings.ts'
import { getElementText } from '../page/element-text.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageElement } from '../page/page-tree.ts'
import { findPhoneWords, type PhoneWord } from './phone-words.ts'

/** What the words around a number say about it. */
export interface PhoneLabel {
  /** Null when no word names it; `none` when a word says that it is something else. */
  kind: PhoneFinding['kind'] | 'none' | null
  /** The words, as shown; empty when there are none. */
  words: string
  /** Of two numbers after it, the second is a fax number: "Tel./Fax: 030 … / 030 …". */
  joined?: true
}

/** Words before a number are looked at so far back. */
const MAX_WINDOW = 70
/** A word that names a number stands no further away from it. */
const MAX_GAP = 42
const MAX_WORDS = 40
const MAX_WORD_COUNT = 4
/** A line that holds nothing but the name of a field. */
const MAX_LABEL_LINE = 36
export const UNLABELLED: PhoneLabel = { kind: null, words: '' }

/**
 * The label of the number at `from` in line `index`.
 * @param text of the line, digits in ASCII
 * @param after where the number before it in the line ends, 0 when it is the first
 */
export function findLabelBefore({
  lines,
  index,
  text,
  from,
  after,
}: {
  lines: readonly PageLine[]
  index: number
  text: string
  from: number
  after: number
}): PhoneLabel {
  const start = Math.max(after, from - MAX_WINDOW)
  const window = text.slice(start, from)
  // A single letter is a label by what follows it.
  const words = findPhoneWords(text.slice(start, from + 2)).filter((word) => word.from < window.length)
  const last = chooseLastLabel(words, window)
  if (last) return last
  if (start > 0 || /[\p{L}\p{N}]{3}/u.test(window)) return UNLABELLED
  const cell = readColumnHeader(lines[index]?.block ?? null)
  const fromCell = cell && readPhoneLabel(cell)
  if (fromCell) return fromCell
  for (let at = index - 1; at >= index - 2; at -= 1) {
    const above = lines[at]?.text ?? ''
    if (above.length > MAX_LABEL_LINE || /\d{4}|@/.test(above)) return UNLABELLED
    const label = readPhoneLabel(above)
    if (label) return label
    if (/[\p{L}\p{N}]/u.test(above)) return UNLABELLED
  }
  return UNLABELLED
}

/** The label of a number by what follows it: "(Fax)", or "office" at the end of the line. */
export function findLabelAfter(text: string, to: number): PhoneLabel {
  const match = /^\s?(?:[([]([^()[\]\d]{2,25})[)\]]|[-–,]?\s?(\p{L}{2,12})\.?$)/u.exec(
    text.slice(to, to + 40),
  )
  const words = match?.[1] ?? match?.[2] ?? ''
  return (words && readPhoneLabel(words)) || UNLABELLED
}

/** A name before a colon that is no word for a phone: "Sales: +1 …". Empty when there is none. */
export function readNameBefore(text: string, from: number): string {
  return (
    /(?<![\p{L}\p{N}])(\p{L}[\p{L} &/.'-]{1,30})[:：]\s?$/u
      .exec(text.slice(Math.max(0, from - 40), from))?.[1]
      ?.trim() ?? ''
  )
}

/** What a text that is only a label says. */
export function readPhoneLabel(text: string): PhoneLabel | null {
  return readLabel(text).label
}

const readLabel = memoize((text) => ({ label: chooseLastLabel(findPhoneWords(text), text) }))

function chooseLastLabel(words: readonly PhoneWord[], window: string): PhoneLabel | null {
  const last = words.at(-1)
  if (!last) return null
  const gap = window.slice(last.to)
  // Another sentence, or too far away.
  if (gap.length > MAX_GAP || /[!?;]\s|\.\s+\p{Lu}\p{L}{2}/u.test(gap)) return null
  const before = words.at(-2)
  let { kind } = last
  // "Tel./Fax: 030 …": one number for both is a phone.
  if (
    kind === 'fax' &&
    before &&
    before.kind !== 'none' &&
    before.kind !== 'fax' &&
    // The same icon stands before every number of a list: the word tells.
    !isMark(window.slice(before.from, before.to)) &&
    isJoined(window.slice(before.to, last.from))
  ) {
    kind = before.kind
    return { kind, words: getLabelWords(window, last), joined: true }
  }
  if ((kind === 'phone' || kind === 'mobile') && gap.length > 16 && /\d{3}/.test(gap)) return null
  return { kind, words: getLabelWords(window, last) }
}

const isMark = (text: string): boolean => /^[\uE000-\uF8FF]$/.test(text)

const isJoined = (between: string): boolean =>
  /^[\s.:]{0,3}(?:[/&+|,-]|und|u\.|and|et|e|y|en|og|och|i)[\s.]{0,3}$/iu.test(between)

/** All words before the number if they are few, else the word that names it. */
function getLabelWords(window: string, word: PhoneWord): string {
  const all = cleanLabel(window)
  if (all.length <= MAX_WORDS && all.split(' ').length < MAX_WORD_COUNT) return all
  return cleanLabel(window.slice(word.from, word.to))
}

/** Without icons, digits and the signs around words. */
function cleanLabel(text: string): string {
  return text
    .replace(/[\uE000-\uF8FF☎☏✆📞📱📠🖷℻]/gu, ' ')
    .replace(/^[^\p{L}]+|[^\p{L}.)]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The words over the column in which a cell stands. */
function readColumnHeader(block: PageElement | null): string | null {
  let cell: PageElement | null = block
  for (let up = 0; cell && cell.tag !== 'td' && up < 4; up += 1) cell = cell.parent
  const row = cell?.tag === 'td' ? cell.parent : null
  if (!cell || !row) return null
  const column = listChildElements(row).indexOf(cell)
  const part = row.parent
  const table = part?.tag === 'table' ? part : (part?.parent ?? null)
  const head = table && findFirstRow(table)
  const header = head && head !== row ? listChildElements(head)[column] : undefined
  const words = header ? getElementText(header) : ''
  return words.length <= MAX_LABEL_LINE && !/\d{4}/.test(words) ? words : null
}

function findFirstRow(table: PageElement): PageElement | null {
  for (const child of listChildElements(table, 4)) {
    if (child.tag === 'tr') return child
    const row = /^t(?:head|body)$/.test(child.tag) ? listChildElements(child, 1)[0] : undefined
    if (row?.tag === 'tr') return row
  }
  return null
}

/** The first elements in an element: a table may have ten thousands. */
function listChildElements(element: PageElement, most = 100): PageElement[] {
  const found: PageElement[] = []
  for (const child of element.children) {
    if (typeof child !== 'string') found.push(child)
    if (found.length >= most) break
  }
  return found
}
