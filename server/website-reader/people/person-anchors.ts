import { foldText } from '#server/platform/text/fold-text.ts'
import type { FineLine, FineLines } from '../page/fine-lines.ts'
import { classifyHeading } from './classify-section.ts'
import type { PageLabels } from './person-labels.ts'
import { type PersonName, readName } from './read-name.ts'
import { type NameAndRole, readBiography, readPair } from './read-pair.ts'
import { canBeRole, cleanRole, type RoleStrength, rateRole } from './read-role.ts'
import { findRoleSlots, isBrokenName, type RoleSlots } from './role-slots.ts'
import { GIVEN_NAMES } from './words/given-names.ts'

/** A line that names a person, or may. */
export interface Anchor {
  line: FineLine
  /** One more where the name is broken into two lines. */
  lineCount: 1 | 2
  name: PersonName
  role: string | null
  roleStrength: RoleStrength
  /** Name and role stand where other cards of the page have theirs. */
  slot: boolean
  /** The label above or before it; its words are the role where the block has none. */
  label: { text: string; contact: boolean } | null
  /** Given names among the lines that look alike on this page, 0 to 1. */
  groupShare: number
  /** Lines that look alike and hold a name. */
  groupSize: number
}

interface Group {
  total: number
  known: number
  names: number
}

/** Finds the lines that name one person each. Names that only have the shape need company or a role beside them. */
export function findAnchors(page: FineLines, labels: PageLabels, taken: ReadonlySet<number>): Anchor[] {
  const { lines } = page
  const slots = findRoleSlots(page, taken)
  const groups = new Map<string, Group>()
  const candidates: { anchor: Anchor; group: Group }[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (!line || line.alt) continue
    const group = getGroup(line, groups)
    group.total += 1
    if (taken.has(index) || labels.foreign.has(index) || slots.roles.has(index)) continue
    const anchor = labels.names.has(index)
      ? readLabelledAnchor(line, labels)
      : (readSlotAnchor(lines, line, slots, labels) ?? readAnchor(lines, line, labels))
    if (!anchor) continue
    group.names += 1
    if (anchor.name.strength >= 3 || isGivenName(anchor.name.name)) group.known += 1
    candidates.push({ anchor, group })
    if (anchor.lineCount === 2) index += 1
  }
  return candidates
    .filter(({ anchor, group }) => {
      anchor.groupShare = group.known / group.total
      anchor.groupSize = group.names
      const isStray = slots.roles.size > 2 && !anchor.slot && !anchor.label && anchor.name.strength < 3
      if (isStray && (group.known < 2 || anchor.groupShare < MIN_SHARE)) return false
      return isAnchor(anchor, group, lines)
    })
    .map(({ anchor }) => anchor)
}

/** Lines of equal make: the tags and class of their block. */
function getGroup({ block }: FineLine, groups: Map<string, Group>): Group {
  const signature = `${block.parent?.tag}>${block.tag}.${block.attrs.class ?? ''}`
  let group = groups.get(signature)
  if (!group) {
    group = { total: 0, known: 0, names: 0 }
    groups.set(signature, group)
  }
  return group
}

/** "Your contact: Anna Sample": the lines after it are hers. */
function readLabelledAnchor(line: FineLine, { names, contacts }: PageLabels): Anchor | null {
  const [only, second] = names.get(line.index) ?? []
  if (!only || second || !contacts.has(line.index)) return null
  const { name, role } = only
  const label = { text: role ? '' : 'contact', contact: true }
  const group = { groupShare: 0, groupSize: 0, slot: false }
  return { line, lineCount: 1, name, role, roleStrength: role ? 2 : 0, label, ...group }
}

/** The name of a card whose next line, or the one before, is the role in every card of its make. */
function readSlotAnchor(
  lines: readonly FineLine[],
  line: FineLine,
  { roleLines }: RoleSlots,
  labels: PageLabels,
): Anchor | null {
  const name = roleLines.has(line.index) ? readName(line.text) : null
  const text = lines[roleLines.get(line.index) ?? -1]?.text
  const role = text === undefined ? null : cleanRole(text)
  if (!name || !text || !role) return null
  const above = labels.above.get(line.index)
  return {
    line,
    lineCount: 1,
    name,
    role,
    roleStrength: rateRole(text),
    slot: true,
    label: above ? { text: above.text, contact: above.label.contact } : null,
    groupShare: 0,
    groupSize: 0,
  }
}

function readAnchor(lines: readonly FineLine[], line: FineLine, labels: PageLabels): Anchor | null {
  const above = labels.above.get(line.index)
  const label = above ? { text: above.text, contact: above.label.contact } : null
  const base = { line, lineCount: 1 as const, slot: false, label, groupShare: 0, groupSize: 0 }
  if (isRunOfNames(line)) return null
  const told = readBiography(line.text, line.segments)
  if (told) return { ...base, name: told.name, role: told.role, roleStrength: told.strength }
  // `<span>Eva Sample</span><span>Assistant</span>` is not one long name.
  const parted = line.segments.length > 1 ? readPair(line.text, line.segments) : null
  const whole = parted ? null : readName(line.text)
  if (whole && isSectionHeading(whole, line)) return null
  if (whole && whole.strength > 0) {
    const role = OCCUPATION.exec(line.text)?.[1] ?? null
    return { ...base, name: whole, role, roleStrength: role ? 3 : 0 }
  }
  const pair = parted ?? readPair(line.text, line.segments) ?? readParted(line)
  if (pair) return { ...base, name: pair.name, role: pair.role, roleStrength: pair.strength }
  if (!whole) return null
  const next = lines[line.index + 1]
  // "Anna<br>Sample" in one heading.
  if (next && !next.alt && mayBreak(lines, line, next)) {
    const both = readName(next.text)?.strength === 0 ? readName(`${line.text} ${next.text}`) : null
    if (both && both.strength > 0) return { ...base, lineCount: 2, name: both, role: null, roleStrength: 0 }
  }
  return { ...base, name: whole, role: null, roleStrength: 0 }
}

/** Licences behind a name that say what somebody does, where others only say what they learnt: "Anna Sample, RDH". */
const OCCUPATION = /,\s+((?:RDH|RDA|CDA|EFDA|LDA|DA|RN|LPN|LVN|CMA|CNA|LMT|CVT|RVT|LVT)(?:,\s+[A-Z]{2,5})*)$/

const CHIP = /(?:^|[\s_-])(?:chip|tag|badge|pill)s?(?=$|[\s_-])/i

/** `<span>Anna Sample</span><span>Max Sample</span>`, or given names in chips: several people, and none of them for certain. */
function isRunOfNames({ segments, block }: FineLine): boolean {
  const named = segments.filter(({ text }) => /\p{L}/u.test(text))
  if (named.length < 2 || named.some(({ element }) => element === block)) return false
  const whole = named.filter(
    ({ text }) => text.trim().includes(' ') && (readName(text.trim())?.strength ?? 0) > 0,
  )
  if (whole.length === named.length) return true
  const areChips = named.length > 2 || named.every(({ element }) => CHIP.test(element.attrs.class ?? ''))
  return areChips && named.every(({ text }) => isGivenName(text.trim()))
}

/** In paragraphs only where a given name and one more word are all. */
function mayBreak(lines: readonly FineLine[], line: FineLine, next: FineLine): boolean {
  if (next.block !== line.block) return isBrokenName(line, next)
  if (line.heading > 0 || line.block.tag !== 'p') return true
  const alone = lines[line.index - 1]?.block !== line.block && lines[line.index + 2]?.block !== line.block
  return alone && isGivenName(line.text) && !next.text.includes(' ')
}

const isGivenName = (name: string): boolean => GIVEN_NAMES.has(foldText(name))

/** Scripts without capitals: headings and roles of two words look like names. */
function isSectionHeading({ name, strength }: PersonName, { text }: FineLine): boolean {
  const uncased = !/\p{Lu}/u.test(name)
  if ((strength >= 3 && !uncased) || text.length > 40) return false
  return classifyHeading(text) !== null || (uncased && rateRole(text) > 0)
}

/** A name and another short text, each in an element of its own; among others of that make the text is the role. */
function readParted({ segments, block }: FineLine): NameAndRole | null {
  const [first, second] = segments
  if (!first || !second || segments.length > 4 || first.element === block) return null
  // "<b>Anna Sample</b> – Tools and Trade"
  if (second.element === block && !/^[–—\-|:,(]\s?\S/.test(second.text)) return null
  const name = readName(first.text.replace(/[\s,:–—-]+$/, ''))
  if (!name || name.strength === 0 || second.text.split(' ').length > 10 || !canBeRole(second.text))
    return null
  const role = cleanRole(second.text)
  return role ? { name, role, strength: 0 } : null
}

const MIN_SHARE = 0.25

function isAnchor(anchor: Anchor, group: Group, lines: readonly FineLine[]): boolean {
  const { name, line, label } = anchor
  if (anchor.slot) return true
  const isTeam = anchor.groupShare >= MIN_SHARE && group.known >= 2
  if (anchor.role && anchor.roleStrength === 0) return isTeam
  if (name.strength >= 3) return true
  if (anchor.role) return isTeam || label !== null || anchor.roleStrength === 3
  if (name.strength === 0) return isTeam && anchor.groupShare >= 0.4 && hasRoleNear(lines, line)
  return isTeam || label !== null || anchor.roleStrength > 0 || hasRoleNear(lines, line) || line.heading > 0
}

/** Points of one list are not name and role. */
const isSameMake = (near: FineLine, { block }: FineLine): boolean =>
  near.block !== block && near.block.tag === 'li' && block.tag === 'li'

function hasRoleNear(lines: readonly FineLine[], line: FineLine): boolean {
  return [1, 2, -1].some((step) => {
    const near = lines[line.index + step]
    return near !== undefined && !near.alt && !isSameMake(near, line) && rateRole(near.text) > 0
  })
}
