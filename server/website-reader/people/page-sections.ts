import { findSortedIndex } from '#server/platform/sorted-index.ts'
import type { FineLine, FineLines } from '../page/fine-lines.ts'
import type { PageTree } from '../page/page-tree.ts'
import { classifyHeading, classifyPath, isSpeakerPath, mentionsSpeakers } from './classify-section.ts'
import type { Card } from './person-cards.ts'
import type { SectionKind } from './words/section-words.ts'

/** Where on a page a line stands. */
export interface Place {
  /** The nearest heading above it. */
  section: string | null
  /** What the nearest heading that says something says. */
  kind: SectionKind | null
  /** A heading above it, not only the nearest, or the address says that people come to speak. */
  speakers: boolean
  /** What the address of the page says. */
  page: SectionKind | null
}

interface Heading {
  line: number
  level: number
  text: string
  kind: SectionKind | null
}

const MAX_STEPS = 300
const MAX_SECTION_CHARS = 120
/** Short lines that are set off without being headings. */
const EMPHASISED = new Set(['b', 'strong', 'th', 'caption', 'summary', 'dt', 'legend', 'u'])
/** Headings of dialogs and menus, which stand before the page's own. */
const FURNITURE =
  /^(?:search|suche|menu|menü|navigation|cookies?|close|share|language|recherche|buscar|cerca|main menu|toggle navigation)\W*$/i
const PSEUDO_LEVEL = 7

/** Answers for any line number which section it stands in. Headings inside cards belong to persons, not to the page. */
export function createSections(
  page: PageTree,
  { lines }: FineLines,
  cards: readonly Card[],
): (line: number) => Place {
  const inCards = new Set<number>()
  for (const card of cards) for (let line = card.from; line < card.to; line += 1) inCards.add(line)
  const headings = lines.flatMap((line) => (inCards.has(line.index) ? [] : readHeading(line)))
  const path = classifyPath(page.url)
  const onSpeakers = isSpeakerPath(page.url)
  const title = classifyHeading(page.title.split(/\s[|–—·-]\s/)[0] ?? '')
  return (line) => {
    let section: string | null = null
    let kind: SectionKind | null = null
    let speakers = onSpeakers
    let level = PSEUDO_LEVEL + 1
    let at = findSortedIndex(headings, (heading) => heading.line >= line) - 1
    for (let step = 0; at >= 0 && step < MAX_STEPS; at -= 1, step += 1) {
      const heading = headings[at] as Heading
      if (heading.level >= level) continue
      level = heading.level
      section ??= heading.text.slice(0, MAX_SECTION_CHARS)
      kind ??= heading.kind
      speakers ||= mentionsSpeakers(heading.text)
    }
    return { section, kind, speakers, page: path ?? title }
  }
}

function readHeading(line: FineLine): Heading[] {
  const { text, heading, index } = line
  if (line.alt) return []
  if (FURNITURE.test(text)) return []
  // "Our front desk staff at the Acme Practice"
  if (heading > 0)
    return [{ line: index, level: heading, text, kind: classifyHeading(text.split(' at ')[0] ?? text) }]
  if (text.length > 60 || !isSetOff(line)) return []
  const kind = classifyHeading(text)
  return kind && kind !== 'content' ? [{ line: index, level: PSEUDO_LEVEL, text, kind }] : []
}

function isSetOff({ segments, block }: FineLine): boolean {
  if (segments.length !== 1) return false
  const element = segments[0]?.element
  return (
    EMPHASISED.has(block.tag) ||
    (element !== undefined && EMPHASISED.has(element.tag)) ||
    /title|heading|headline/i.test(block.attrs.class ?? '')
  )
}
