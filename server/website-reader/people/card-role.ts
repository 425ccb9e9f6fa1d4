import type { FineLine, FineLines } from '../page/fine-lines.ts'
import { classifyHeading } from './classify-section.ts'
import type { Anchor } from './person-anchors.ts'
import type { Card } from './person-cards.ts'
import { readName } from './read-name.ts'
import { readPair } from './read-pair.ts'
import { canBeRole, cleanRole, type RoleStrength, rateRole, stripContact } from './read-role.ts'

/** A role and what speaks for it. */
export interface CardRole {
  role: string | null
  strength: RoleStrength
}

const MAX_LINES_AFTER = 6
const MAX_LINES_BEFORE = 3
const PRONOUNS = /^\(?(?:she|he|they|sie|er)\s?\/\s?\w+/i
const MAX_PLAIN_CHARS = 90
const MAX_PLAIN_WORDS = 10

/**
 * Lists without blocks put every role above its name or every role below it: whether this page puts them above.
 */
export function areRolesAbove(
  { lines }: FineLines,
  anchors: readonly Anchor[],
  cards: readonly Card[],
): boolean {
  let above = 0
  let below = 0
  for (const [index, { line, lineCount }] of anchors.entries()) {
    if (!cards[index]?.flat) continue
    if (isRoleLine(lines[line.index - 1])) above += 1
    if (isRoleLine(lines[line.index + lineCount])) below += 1
  }
  return above > below
}

const isRoleLine = (line: FineLine | undefined): boolean =>
  line !== undefined &&
  !line.alt &&
  line.heading === 0 &&
  rateRole(line.text) > 0 &&
  (readName(line.text)?.strength ?? 0) < 3

/** The role of a person: in the name's own line, else the line of the card that reads most like one. */
export function findCardRole(
  { lines }: FineLines,
  { anchor, card }: { anchor: Anchor; card: Card },
  above: boolean,
): CardRole {
  // Where the other cards have their roles, words that none of ours knows are one too.
  if (anchor.role) return { role: anchor.role, strength: anchor.roleStrength || (anchor.slot ? 2 : 0) }
  const first = anchor.line.index
  const end = first + anchor.lineCount
  const from = card.flat ? (above ? first - 1 : first) : Math.max(card.from, first - MAX_LINES_BEFORE)
  const to = card.flat && above ? end : Math.min(card.to, end + MAX_LINES_AFTER)
  let best: CardRole = { role: null, strength: 0 }
  const beside = [end, first - 1].find(
    (at) => lines[at]?.block === anchor.line.block && !lines[at]?.alt && rateRole(lines[at]?.text ?? '') > 0,
  )
  if (beside !== undefined) return readRole(lines[beside] as FineLine)
  const plain = card.flat && anchor.line.heading === 0
  const order = [...listUntilHeading(lines, end, to, plain), ...listRange(from, first).reverse()]
  for (const index of order) {
    const line = lines[index]
    if (
      !line ||
      line.alt ||
      line.text === anchor.line.text ||
      (card.flat && index < first && line.heading > 0)
    )
      continue
    // "Director: Eva Sample" is about somebody else.
    if (line.text.includes(':') && readPair(line.text, line.segments)) continue
    // Below a name a colon labels what follows.
    if (index > first && /[:：]$/.test(line.text)) continue
    const { role, strength } = readRole(line)
    if (strength > best.strength) best = { role, strength }
  }
  if (!best.role && !anchor.line.heading) best = readHeadingRole(lines, first)
  return best.role ? best : { role: readPlainRole(lines, anchor, card), strength: 0 }
}

const LABELLED_NUMBER = /^[\p{L} &]+:\s*[+(\d][\d ()/.-]{5,}\d$/u

/** The role in a line, or in the first of its elements where contacts stand behind it. */
function readRole({ text, segments }: FineLine): CardRole {
  // "Sales: +1 202 555 0100" below a name is a number of the company.
  if (LABELLED_NUMBER.test(text) && rateRole(text.replace(/:.*/, '')) < 2) return { role: null, strength: 0 }
  const whole = stripContact(text)
  const strength = rateRole(whole)
  if (strength > 0 || segments.length < 2) return { role: cleanRole(whole), strength }
  const first = segments[0]?.text ?? ''
  return { role: cleanRole(first), strength: rateRole(first) }
}

/** "Treasurer" as the heading of a paragraph that is only a name. */
function readHeadingRole(lines: readonly FineLine[], name: number): CardRole {
  let at = name - 1
  while (lines[at]?.alt) at -= 1
  const heading = lines[at]
  const none: CardRole = { role: null, strength: 0 }
  if (!heading?.heading || heading.text.split(' ').length > 6) return none
  const strength = rateRole(heading.text)
  if (strength < 3 && classifyHeading(heading.text)) return none
  return strength > 0 && (readName(heading.text)?.strength ?? 0) < 3
    ? { role: cleanRole(heading.text), strength }
    : none
}

/** Another part of a card begins with a heading that is no role. */
function listUntilHeading(lines: readonly FineLine[], from: number, to: number, plain: boolean): number[] {
  const stop = listRange(from, to).find((at) => {
    const line = lines[at]
    if (!line || line.heading === 0) return false
    if (plain) return true
    if (rateRole(line.text) > 0) return false
    return at > from || classifyHeading(line.text) === 'content'
  })
  return listRange(from, stop ?? to)
}

const listRange = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** The next entry of a list is no role. */
const isSameMake = ({ block }: FineLine, { block: other }: FineLine): boolean =>
  block !== other &&
  block.tag === other.tag &&
  (block.attrs.class ?? '') === (other.attrs.class ?? '') &&
  block.tag !== 'p' &&
  block.tag !== 'div'

/** Right below a name among several of its make, a short text is the role even if no word says so. */
function readPlainRole(lines: readonly FineLine[], anchor: Anchor, card: Card): string | null {
  if (anchor.groupSize < 2 || anchor.groupShare < 0.25) return null
  let at = anchor.line.index + anchor.lineCount
  while (lines[at] && at < card.to && (lines[at]?.alt || PRONOUNS.test(lines[at]?.text ?? ''))) at += 1
  const line = at < card.to ? lines[at] : undefined
  if (line && ((line.heading > 0 && anchor.line.heading === 0) || /[:：]$/.test(line.text))) return null
  if (!line || line.text.length > MAX_PLAIN_CHARS || line.text.split(' ').length > MAX_PLAIN_WORDS)
    return null
  if (isSameMake(line, anchor.line) || !canBeRole(line.text) || (readName(line.text)?.strength ?? 0) >= 3)
    return null
  return cleanRole(line.text)
}
