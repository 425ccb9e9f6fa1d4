import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import type { FineLine, FineLines } from '../page/fine-lines.ts'
import { findCommonParent } from '../page/page-element.ts'
import type { PageElement } from '../page/page-tree.ts'
import { readName } from './read-name.ts'
import { canBeRole, rateRole } from './read-role.ts'
import { GIVEN_NAMES } from './words/given-names.ts'

/** Lines that stand where the page puts names and roles, learnt from those of its cards that say so by their words. */
export interface RoleSlots {
  /** The line of the role by the line of the name. */
  roleLines: ReadonlyMap<number, number>
  roles: ReadonlySet<number>
}

/** Two neighbouring lines of a certain make, as often as they come on a page. */
interface Pair {
  places: [number, number][]
  /** A name above a role, by the words of both. */
  down: number
  /** A role above a name. */
  up: number
  known: number
  /** How deep in the page the smallest element around both lies; deeper is closer. */
  depth: number
  /** The smallest elements around both. */
  around: Set<PageElement>
  /** Both lie side by side, not in parts of their own. */
  flat: boolean
  /** The first of all its lines is a role. */
  led: boolean
  /** The page marks the name as one, by a heading or a class name. */
  marked: boolean
}

const MIN_HITS = 2
const MIN_SHARE = 0.5

/** Finds the pairs of lines that repeat on a page and hold a name and a role more often than not. */
export function findRoleSlots({ lines }: FineLines, taken: ReadonlySet<number>): RoleSlots {
  const shown = lines.filter((line) => !line.alt && !taken.has(line.index))
  if (!mayHaveSlots(shown)) return { roleLines: new Map(), roles: new Set() }
  const broken = new Set<FineLine>()
  for (const [at, line] of shown.entries()) {
    const next = shown[at + 1]
    if (next && isBrokenName(line, next)) broken.add(line).add(next)
  }
  const pairs = new Map<string, Pair>()
  const makes = new Makes()
  for (const [at, line] of shown.entries()) {
    const next = shown[at + 1]
    if (!next || next.text.length > 200 || line.text.length > 200 || broken.has(line)) continue
    const key = makes.pair(line, next)
    // A heading of higher rank begins another part.
    if (key === null || (next.heading > 0 && (line.heading === 0 || next.heading < line.heading))) continue
    addPair(pairs, key, line, next)
  }
  const roleLines = new Map<number, number>()
  const roles = new Set<number>()
  for (const pair of choosePairs(pairs)) {
    for (const [first, second] of pair.places) {
      const [name, role] = pair.up > pair.down ? [second, first] : [first, second]
      if (roleLines.has(name) || roles.has(name) || roles.has(role) || roleLines.has(role)) continue
      if (!isName(lines[name]) || !isRole(lines[role])) continue
      roleLines.set(name, role)
      roles.add(role)
    }
  }
  return { roleLines, roles }
}

/** Cheap: a pair counts when it has a name and a role at least twice. */
function mayHaveSlots(lines: readonly FineLine[]): boolean {
  let [names, roles] = [0, 0]
  for (const line of lines) {
    const { name, role } = rateLine(line)
    if (name > 0) names += 1
    if (role) roles += 1
    if (names >= MIN_HITS && roles >= MIN_HITS) return true
  }
  return false
}

function addPair(pairs: Map<string, Pair>, key: string, line: FineLine, next: FineLine): void {
  let pair = pairs.get(key)
  const shared = findCommonParent(line.block, next.block)
  if (!pair) {
    pair = {
      places: [],
      down: 0,
      up: 0,
      known: 0,
      depth: countAncestors(shared),
      around: new Set(),
      flat: false,
      led: rateLine(line).role,
      marked: false,
    }
    pairs.set(key, pair)
  }
  pair.around.add(shared)
  pair.flat = line.block.parent === next.block.parent
  pair.marked ||= line.heading > 0 || NAME_CLASS.test(getClassNames(line))
  pair.places.push([line.index, next.index])
  const [first, second] = [rateLine(line), rateLine(next)]
  if (first.name > 0 && second.role) pair.down += 1
  if (first.role && second.name > 0 && (line.heading === 0 || line.block === next.block)) pair.up += 1
  if ((second.role && first.name === 3) || (first.role && second.name === 3)) pair.known += 1
}

/** The pairs that show names and roles, the closest first: a role belongs to its own card, not to the next one. */
function choosePairs(pairs: ReadonlyMap<string, Pair>): Pair[] {
  return [...pairs]
    .filter(([key, pair]) => {
      const { places, down, up, known, around, flat, marked } = pair
      const hits = Math.max(down, up)
      const back = pairs.get(key.replace(/^(.*)\|(.*)\|$/, '$2|$1|'))
      if (back && isAhead(back, pair)) return false
      // The end of one card and the beginning of the next, or what the names below a title are together.
      if (!(back && isAhead(pair, back)) && (up > down || !flat) && around.size < places.length * 0.8)
        return false
      // Lines of one paragraph may be anything, a menu say: known names must speak for them.
      const isPlain = /^(.*)\|\1\|\d/.test(key)
      const sure = isPlain ? known * 2 >= hits : known > 0 || marked || hits > MIN_HITS
      return hits >= MIN_HITS && hits / places.length >= MIN_SHARE && sure
    })
    .map(([, pair]) => pair)
    .sort((a, b) => b.depth - a.depth || Math.max(b.down, b.up) - Math.max(a.down, a.up))
}

/** Lines that take turns without a block around each card begin with a role and end with a name. */
const isAhead = (pair: Pair, back: Pair): boolean =>
  pair.flat &&
  pair.led &&
  pair.up > pair.down &&
  pair.up >= back.down &&
  pair.places.length > back.places.length

/** What the words of a line alone say: 1 one word or the shape of a name, 3 surely a name. */
function rateLine(line: FineLine): { name: 0 | 1 | 3; role: boolean } {
  const { text } = line
  const strength = readName(text)?.strength
  const role = rateRole(text) > 0 || isRoleClass(getClassNames(line))
  if (strength === undefined || (role && strength < 3)) return { name: 0, role }
  const known = strength >= 3 && !(role && !/\p{Lu}/u.test(text))
  return { name: known ? 3 : role ? 0 : 1, role: role && !known }
}

/** Class names under which templates put roles. */
const ROLE_CLASS =
  /(?:^|[\s_-])(?:roles?|positions?|job|job-?title|designation|funktion|rolle|cargo|puesto|oc+upation|poste|fonction|ruolo|stanowisko|functie|befattning|amt)(?=$|[\s_-])/i
const isRoleClass = memoize((names) => ROLE_CLASS.test(names))
const NAME_CLASS = /(?:^|[\s_-])names?(?=$|[\s_-])/i
const getClassNames = ({ block, segments }: FineLine): string =>
  `${block.attrs.class ?? ''} ${segments[0]?.element.attrs.class ?? ''}`

const isName = (line: FineLine | undefined): boolean => line !== undefined && rateLine(line).name > 0
const isRole = (line: FineLine | undefined): boolean =>
  line !== undefined && canBeRole(line.text) && rateLine(line).name < 3 && !NO_ROLE.test(line.text)

const NO_ROLE = /[:：]$|^\d{2}|^[({["“„«]|^(?:Er|Sie|Es|He|She|They|I|Ich|Il|Elle|Él|Ella|Lui|Lei|Hij|Zij)\s/u

function countAncestors(element: PageElement): number {
  let depth = 0
  for (let node: PageElement | null = element; node; node = node.parent) depth += 1
  return depth
}

/** "Anna" and "Sample" in two lines or elements of one make. */
export function isBrokenName(line: FineLine, next: FineLine): boolean {
  const { block } = line
  if (block.parent !== next.block.parent || describeMake(line) !== describeMake(next) || block.tag === 'li')
    return false
  if (line.text.includes(' ') || next.text.includes(' ')) return false
  const single = readName(line.text)?.strength === 0 && readName(next.text)?.strength === 0
  return single && GIVEN_NAMES.has(foldText(line.text)) && rateRole(next.text) === 0
}

/** Describes of which make a line is: tags and class names around it. */
class Makes {
  readonly #orders = new Map<PageElement, number>()
  readonly #ordinals = new Map<PageElement, { last: number; count: number }>()

  /** A key that pairs of equal make share; null where the two lines cannot be told apart. */
  pair(line: FineLine, next: FineLine): string | null {
    const [one, other] = [describeMake(line), describeMake(next)]
    const apart = `${this.#ordinal(line)}>${this.#peekOrdinal(next)}`
    if (one !== other) return `${one}|${other}|${line.block === next.block ? apart : ''}`
    if (line.block === next.block) return apart.startsWith('3') ? null : `${one}|${other}|${apart}`
    const [first, second] = [this.#order(line.block), this.#order(next.block)]
    return first === second || line.block.parent !== next.block.parent || second > 6
      ? null
      : `${one}|${first}|${second}`
  }

  #ordinal({ block, index }: FineLine): number {
    const seen = this.#ordinals.get(block) ?? { last: index, count: 0 }
    if (seen.last !== index) seen.count += 1
    seen.last = index
    this.#ordinals.set(block, seen)
    return Math.min(seen.count, 3)
  }

  #peekOrdinal({ block, index }: FineLine): number {
    const seen = this.#ordinals.get(block)
    return seen ? Math.min(seen.last === index ? seen.count : seen.count + 1, 3) : 0
  }

  /** The place of an element among those of its tag. */
  #order(element: PageElement): number {
    const known = this.#orders.get(element)
    if (known !== undefined) return known
    let order = 0
    for (const child of element.parent?.children ?? []) {
      if (typeof child === 'string' || child.tag !== element.tag) continue
      this.#orders.set(child, order)
      order += 1
    }
    return this.#orders.get(element) ?? 0
  }
}

const describeElement = (element: PageElement | null): string =>
  element === null ? '' : `${element.tag}.${(element.attrs.class ?? '').replace(/\d+/g, '')}`

function describeMake({ block, segments }: FineLine): string {
  const inline = segments[0]?.element
  const own = inline && inline !== block ? describeElement(inline) : ''
  return `${block.parent?.tag}>${describeElement(block)}>${own}`
}
