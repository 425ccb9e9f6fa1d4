import { foldPattern, foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import type { FineLine } from '../page/fine-lines.ts'
import { classifyHeading } from './classify-section.ts'
import { type LabelledName, readFields, readRoster } from './name-rosters.ts'
import { type NameOptions, readName } from './read-name.ts'
import { readPair } from './read-pair.ts'
import { cleanRole, rateRole } from './read-role.ts'
import { FOREIGN_LABELS, PERSON_LABELS, type PersonLabel } from './words/label-words.ts'
import { TITLES_BEFORE } from './words/name-titles.ts'

/** What labels say about the lines of a page, by line number. */
export interface PageLabels {
  /** Names in the line of their label, or in a list of several below it. */
  names: Map<number, LabelledName[]>
  /** The label above a line that holds one name. */
  above: Map<number, { label: PersonLabel; text: string }>
  /** The line of a label that introduces somebody to write to. */
  contacts: Set<number>
  /** Lines about people of other firms: photo credits, web designers. */
  foreign: Set<number>
}

const LABELS = PERSON_LABELS.map((label) => ({ ...label, words: foldPattern(label.words) }))
const FOREIGN = foldPattern(FOREIGN_LABELS)
/** Introductions that also stand within a sentence. */
const INSIDE =
  /(?<=\s)(?:vertreten durch|represented by|représentée? par|rappresentat[ao] da|representad[ao] por|vertegenwoordigd door|reprezentowan[ya] przez)\s/iu
const MAX_SENTENCE_CHARS = 300
const MAX_LABEL_CHARS = 140
const MAX_RUN = 12

/** Looks at every line for a label of an imprint or a contact box. */
export function readLabels(lines: readonly FineLine[]): PageLabels {
  const found: PageLabels = { names: new Map(), above: new Map(), contacts: new Set(), foreign: new Set() }
  for (const line of lines) if (!line.alt) addList(line, found)
  for (const line of lines) {
    if (line.alt || line.text.length < 2 || found.foreign.has(line.index) || found.names.has(line.index))
      continue
    const read = readLineLabel(line)
    if (addCell(lines, line, read, found) || !read) continue
    if (read.label === null) markForeign(lines, line, found.foreign)
    else if (read.rest) addInline(line, read.label, read, found)
    else if (mayHead(lines, line)) labelFollowingNames(lines, line, read.label, read.text, found)
  }
  return found
}

/** A label that an element holds ends with it: `<span>Executive director</span> <span>Anna Sample</span>`. */
function readLineLabel({ text, segments, block }: FineLine): ReadLabel | null {
  const read = readLabel(text)
  const [first, ...others] = segments
  if (!read?.label || read.colon || !read.rest || !first || others.length === 0) return read
  if (first.element === block || first.text.length <= read.text.length || !first.text.startsWith(read.text))
    return read
  return { ...read, text: first.text, rest: others.map((segment) => segment.text).join(' ') }
}

/** Lines that hold several people, each with a role. */
function addList(line: FineLine, found: PageLabels): void {
  const names = readRoster(line) ?? readFields(line).flatMap(({ label, text }) => readField(label, text))
  if (names.length > 0) found.names.set(line.index, names)
}

function readField(label: string, text: string): LabelledName[] {
  const read = readLabel(`${label}:`)
  const known = read?.label && !read.label.contact
  if (!known && (read?.label === null || rateRole(label) === 0)) return []
  const role = known && !read.label?.role ? null : cleanRole(label)
  return readNames(text, role, { named: known === true })
}

interface ReadLabel {
  /** Null for the label of a stranger. */
  label: PersonLabel | null
  text: string
  rest: string
  colon: boolean
}

/** The label at the start of a line, and what follows it. */
export const readLabel: (text: string) => ReadLabel | null = memoize((text) => {
  const inside = text.length < MAX_SENTENCE_CHARS ? (INSIDE.exec(text)?.index ?? 0) : 0
  if (inside > 0) return readLabel(text.slice(inside))
  const colon = /[:：]/.exec(text.slice(0, MAX_LABEL_CHARS))?.index ?? -1
  if (colon < 0 && text.length > MAX_LABEL_CHARS) return null
  const head = colon >= 0 ? text.slice(0, colon) : text
  const folded = foldText(head)
  if (!folded) return null
  if (colon > 0 ? FOREIGN.test(folded) : FOREIGN.exec(folded)?.[0] === folded)
    return { label: null, text: head, rest: '', colon: colon >= 0 }
  for (const label of LABELS) {
    const match = label.words.exec(folded)
    if (!match) continue
    const words = match[0].split(' ').length
    if (colon >= 0) {
      const more = folded.split(' ').length - words
      if (more > (label.role ? 4 : 12)) continue
      return { label, text: head.trim(), rest: text.slice(colon + 1).trim(), colon: true }
    }
    const { before, after } = cutWords(text, words)
    return { label, text: before, rest: after, colon: false }
  }
  return colon > 0 ? readUnlisted(text, head, text.slice(colon + 1).trim()) : null
})

const OTHER_LABEL: PersonLabel = { words: /^/, role: true, contact: false }

/** "Board: Anna Sample, Max Sample", and labels behind other words of a line. */
function readUnlisted(text: string, head: string, rest: string): ReadLabel | null {
  const cut = /^.*(?:[.;|•·–]\s|©\s?\d*\s)/u.exec(head)?.[0].length ?? 0
  if (cut > 0) return readLabel(text.slice(cut))
  if (head.length > 40 || !/^\p{Lu}/u.test(rest)) return null
  const strength = rateRole(head)
  if (classifyHeading(head) !== 'staff' && strength === 0) return null
  const several = readNames(rest, null)
  const known = several.filter(({ name }) => name.strength >= 3)
  return several.length > 1 && (known.length > 1 || (strength === 3 && known.length > 0))
    ? { label: OTHER_LABEL, text: head.trim(), rest, colon: true }
    : null
}

/** Cuts a text after so many folded words. */
function cutWords(text: string, words: number): { before: string; after: string } {
  let seen = 0
  const tokens = text.split(' ')
  for (const [index, token] of tokens.entries()) {
    seen += foldText(token).split(' ').filter(Boolean).length
    if (seen >= words)
      return { before: tokens.slice(0, index + 1).join(' '), after: tokens.slice(index + 1).join(' ') }
  }
  return { before: text, after: '' }
}

function addInline(line: FineLine, label: PersonLabel, read: ReadLabel, found: PageLabels): void {
  const names = readNames(read.rest, label.role ? read.text : null).filter(
    ({ name }) => read.colon || !label.role || name.strength >= 3,
  )
  if (names.length === 0) return
  found.names.set(
    line.index,
    names.map(({ name, role }) => ({
      name,
      role: role ?? (label.contact && !label.role ? null : cleanRole(read.text)),
    })),
  )
  if (label.contact) found.contacts.add(line.index)
}

/** Elements that hold the label of what follows. */
const CELLS = new Set(['th', 'td', 'dt'])

/** A role under a name is no label for the name after it. */
function mayHead(lines: readonly FineLine[], line: FineLine): boolean {
  const before = findPreviousLine(lines, line.index)
  if (!before) return true
  if (before.heading > line.heading) return (readName(before.text)?.strength ?? 0) < 3
  if (/[:：]\s*$/.test(line.text)) return true
  if (CELLS.has(line.block.tag)) return true
  return !(readName(before.text)?.strength ?? 0) && !readPair(before.text, before.segments)
}

function findPreviousLine(lines: readonly FineLine[], index: number): FineLine | undefined {
  let at = index - 1
  while (lines[at]?.alt) at -= 1
  return lines[at]
}

/** The names right below a label are the ones that it names. */
function labelFollowingNames(
  lines: readonly FineLine[],
  line: FineLine,
  label: PersonLabel,
  text: string,
  found: PageLabels,
): void {
  let gaps = 0
  for (let at = line.index + 1; at <= line.index + MAX_RUN * 2; at += 1) {
    const next = lines[at]
    if (!next || (next.heading > 0 && next.heading <= (line.heading || 6))) return
    if (next.alt || found.names.has(at)) continue
    if (!label.contact && (next.heading > 0 || isCard(next, lines[at + 1]))) return
    const name = readName(next.text)
    if (name?.strength || readPair(next.text, next.segments)) {
      // After the first only names that surely are some: the next field of a form may look like one.
      if (found.above.has(at - 1) && (name?.strength ?? 3) < 3 && next.block.tag !== 'li') return
      found.above.set(at, { label, text })
      gaps = 0
      continue
    }
    const several = readNames(next.text, label.role ? text : null)
    if (several.length > 0 && !readLabel(next.text)) {
      found.names.set(
        at,
        several.map(({ name, role }) => ({ name, role: role ?? cleanRole(text) })),
      )
      if (label.contact) found.contacts.add(at)
      continue
    }
    // The firm that is represented, or a role between two names.
    gaps += 1
    if (gaps > 1 || readLabel(next.text) || /@|\d{4}/.test(next.text)) return
  }
}

/** The cell behind a cell that is a label or a role, where it holds names and nothing else. */
function addCell(
  lines: readonly FineLine[],
  line: FineLine,
  read: ReadLabel | null,
  found: PageLabels,
): boolean {
  const [next, after] = [lines[line.index + 1], lines[line.index + 2]]
  if (!next || !CELLS.has(line.block.tag) || !/^(?:td|dd)$/.test(next.block.tag)) return false
  if (line.block.parent !== next.block.parent || after?.block === next.block || read?.rest) return false
  const known = read?.label?.role && !read.label.contact
  if (!known && (read || rateRole(line.text) === 0 || line.text.split(' ').length > 6)) return false
  const role = cleanRole(line.text)
  const names = readNames(next.text, role, { named: known === true })
  if (names.length === 0 || (!known && !names.every(({ name }) => name.strength >= 3))) return false
  found.names.set(next.index, names)
  return true
}

/** A name with a role of its own below it. */
function isCard(line: FineLine, next: FineLine | undefined): boolean {
  return (
    next !== undefined &&
    !next.alt &&
    rateRole(next.text) > 0 &&
    !readLabel(next.text)?.rest &&
    !readName(next.text) &&
    !readPair(next.text, next.segments) &&
    readName(line.text) !== null
  )
}

function markForeign(lines: readonly FineLine[], line: FineLine, foreign: Set<number>): void {
  foreign.add(line.index)
  for (let at = line.index + 1; at <= line.index + 8; at += 1) {
    const next = lines[at]
    if (!next || next.heading > 0) return
    // Paragraphs end what a label says; a heading as a label speaks for what follows.
    if (line.heading === 0 && next.block !== line.block) return
    const read = next.alt ? null : readLabel(next.text)
    if (read?.label) return
    foreign.add(at)
  }
}

const LIST =
  /\s*[;•·|]\s*|,\s*|\s+(?:und|and|&|et|y|e|i|oraz|en|och|og|ja|ve|и|та|και|sowie|u\.)\s+|\s+\/\s+|\/(?=\p{Lu})|、|，/u

/** The names of a list such as "Anna Sample (chair), Max Sample and Eva Sample"; ends at the first part that is neither name nor role. */
function readNames(text: string, role: string | null, options: NameOptions = {}): LabelledName[] {
  const names: LabelledName[] = []
  let shared = role
  for (const part of cutFirstSentence(text.slice(0, 600)).split(LIST).slice(0, 40)) {
    if (!part.trim()) continue
    const read = readOne(part.trim(), options)
    if (read) {
      // "its directors Anna Sample and Max Sample": both are.
      if (role === null && read.leading) shared = read.role
      names.push({ name: read.name, role: read.role ?? shared })
      continue
    }
    const last = names.at(-1)
    if (!last) return []
    const own = cleanRole(part)
    if (own && rateRole(own) > 0) last.role = own
    else if (!/^(?:Ph\.?D|MBA|M\.?Sc|B\.?Sc|M\.?A|B\.?A|LL\.?M)\.?$/.test(part.trim())) break
  }
  return names
}

/** Up to a full stop that ends a sentence, not a title. */
function cutFirstSentence(text: string): string {
  for (const stop of text.matchAll(/(\p{L}{3,})\.\s+(?=\p{Lu})/gu))
    if (!TITLES_BEFORE.has((stop[1] ?? '').toLowerCase()))
      return text.slice(0, stop.index + (stop[1] ?? '').length)
  return text
}

const INTRODUCTION =
  /^(?:den|die|das|dem|der|its|the|their|le|la|les|el|los|il|lo|i|son|sa|ses|seine[nr]?|ihre[nr]?|sole|alleinigen?|durch|by|par|da|por|door|Herrn?|Frau|Mr|Ms|Mrs|Dhr|Mevr)\.?\s+/u

/** A name, perhaps with a role before it or in brackets behind it. */
function readOne(part: string, options: NameOptions): (LabelledName & { leading: boolean }) | null {
  // In French imprints "M." is no initial.
  let text = part
    .replace(/^(?:MM?|Mme|Me)\.?\s+(?=\S+\s+\S)/u, '')
    .replace(/\s*[([<][^()[\]<>]*[@\d][^()[\]<>]*[)\]>]?$/, '')
  let role: string | null = null
  const brackets = /^(.{4,60}?)\s*\(([^()]{3,80})\)\.?$/u.exec(text)
  if (brackets && rateRole(brackets[2] ?? '') > 0) {
    text = brackets[1] ?? text
    role = cleanRole(brackets[2] ?? '')
  }
  const beside = readName(text, options) ? null : readPair(text, [])
  if (beside && beside.name.strength >= 3 && text.indexOf(beside.role) > 0)
    return { name: beside.name, role: beside.role, leading: false }
  const dropped: string[] = []
  for (let turn = 0; turn < 7; turn += 1) {
    const name = readName(text, options)
    const before = dropped.join(' ')
    if (name && name.strength > 0) {
      const leading = role === null && rateRole(before) > 0
      return { name, role: leading ? cleanRole(before) : role, leading }
    }
    const shorter = text.replace(INTRODUCTION, '')
    const word = shorter === text ? /^(\S+)\s+(?=\S+\s+\S)/.exec(text) : null
    if (shorter === text && (!word || !mayDrop(word[1] ?? ''))) return null
    if (word) dropped.push(word[1] ?? '')
    text = word ? text.slice(word[0].length) : shorter
  }
  return null
}

/** Words before a name in a sentence: "managing directors", "Geschäftsführer". */
const mayDrop = (word: string): boolean =>
  rateRole(word) > 0 || (word === word.toLowerCase() && /^\p{L}/u.test(word))
