import type { FineLine, FineLines, LineSpan } from '../page/fine-lines.ts'
import type { PageElement } from '../page/page-tree.ts'
import { readClassHints } from './classify-section.ts'
import type { LocatedPerson } from './located-person.ts'
import type { Place } from './page-sections.ts'
import { readName } from './read-name.ts'
import { cleanRole, isFormerRole, rateRole } from './read-role.ts'

const BEFORE_NAME =
  /^(?:portr[aä]i?t|photo|picture|image|foto|bild|profilbild|headshot)(?:\s?(?:of|von|de|di|van|:|-))?\s+/i
const MAX_LINES = 8

/** People whose names stand only in the alternative text of their portraits, with the role in the caption. */
export function findCaptionPeople(
  { lines, spans }: FineLines,
  cards: readonly LineSpan[],
  findPlace: (line: number) => Place,
): LocatedPerson[] {
  const portraits = new Set(
    lines.filter(
      (line) => line.alt && !cards.some((card) => line.index >= card.from && line.index < card.to),
    ),
  )
  return [...portraits].flatMap((line): LocatedPerson[] => {
    const name = readName(line.text.replace(BEFORE_NAME, ''))
    if (!name || name.strength < 3) return []
    const block = findCaptionBlock(line, lines, spans, portraits)
    if (!block || readClassHints(block.element).foreign) return []
    const role = lines
      .slice(block.span.from, block.span.to)
      .find((near) => !near.alt && rateRole(near.text) > 0)
    const place = findPlace(block.span.from)
    const text = role ? cleanRole(role.text) : null
    if (!text || place.kind === 'foreign' || place.kind === 'content') return []
    const staff = (place.kind ?? place.page ?? 'staff') === 'staff' && !isFormerRole(text)
    const found = { name: name.name, role: text, section: place.section, method: 'card' as const, staff }
    const finding = { ...found, block: block.element, email: null, phone: null, socials: [] }
    return [{ line: line.index, finding }]
  })
}

/** The smallest block around a picture that holds words, and no other portrait. */
function findCaptionBlock(
  line: FineLine,
  lines: readonly FineLine[],
  spans: FineLines['spans'],
  portraits: ReadonlySet<FineLine>,
): { element: PageElement; span: LineSpan } | null {
  for (let element = line.block.parent; element && element.tag !== 'body'; element = element.parent) {
    const span = spans.get(element)
    if (!span || span.to - span.from > MAX_LINES) return null
    if (lines.slice(span.from, span.to).some((near) => near !== line && portraits.has(near))) return null
    if (span.to - span.from > 1) return { element, span }
  }
  return null
}
