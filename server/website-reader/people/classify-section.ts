import { foldPattern, foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { decodeUri } from '../decode-uri.ts'
import type { PageElement } from '../page/page-tree.ts'
import {
  AUTHOR_CLASS,
  FOREIGN_CLASS,
  PATH_WORDS,
  PERSON_CLASS,
  SECTION_WORDS,
  type SectionKind,
  SPEAKER_WORDS,
} from './words/section-words.ts'

/** The word lists are written as people read them; page texts are compared without marks. */
const SECTIONS = SECTION_WORDS.map(({ kind, words }) => ({
  kind,
  words: foldPattern(words),
}))
const MAX_HEADING_WORDS = 10

/** What a heading says about the people below it; null when it says nothing. */
export function classifyHeading(text: string): SectionKind | null {
  return text.length > 120 ? null : classifyText(text)
}

const classifyText = memoize((text): SectionKind | null => {
  const folded = foldText(text)
  if (!folded || folded.split(' ').length > MAX_HEADING_WORDS) return null
  return SECTIONS.find(({ words }) => words.test(folded))?.kind ?? classifyCompound(folded)
})

/** German and Scandinavian headings join words: "Vorstandsteam", "Projektteam". */
function classifyCompound(folded: string): SectionKind | null {
  return /(?:team|vorstand|mitarbeiter|mitarbeiterinnen|leitung|kollegium|vorstandsmitglieder|verwaltung|styrelse|bestuur)(?= |$)/.test(
    folded,
  )
    ? 'staff'
    : null
}

/** What the address of a page says about the people on it. */
export function classifyPath(url: string): SectionKind | null {
  const path = URL.parse(url)?.pathname ?? ''
  const words = foldText(decodeUri(path))
  return PATH_WORDS.find((entry) => entry.words.test(words))?.kind ?? null
}

/** Whether a heading, or the address of a page, is about people who come to speak. */
export const mentionsSpeakers = (text: string): boolean =>
  text.length <= 120 && SPEAKER_WORDS.test(foldText(text))
export const isSpeakerPath = (url: string): boolean =>
  SPEAKER_WORDS.test(foldText(decodeUri(URL.parse(url)?.pathname ?? '')))

/** What class names and ids around an element say. */
export interface ClassHints {
  person: boolean
  author: boolean
  speaker: boolean
  /** Words of customers, readers, quotations. */
  foreign: boolean
}

const MAX_ANCESTORS = 7

/** Old pages indent with quotations: those hold tables and lists. */
function isLayout({ children }: PageElement, depth: number): boolean {
  return children
    .slice(0, 20)
    .some(
      (child) =>
        typeof child !== 'string' &&
        (/^(?:table|ul|ol|dl|blockquote)$/.test(child.tag) || (depth > 0 && isLayout(child, depth - 1))),
    )
}

/** Looks at an element and up to six of its ancestors. */
export function readClassHints(element: PageElement): ClassHints {
  const hints: ClassHints = { person: false, author: false, speaker: false, foreign: false }
  let node: PageElement | null = element
  for (let step = 0; node && step < MAX_ANCESTORS && node.tag !== 'body'; step += 1, node = node.parent) {
    const { tag, attrs } = node
    if (tag === 'cite' || tag === 'q' || (tag === 'blockquote' && !isLayout(node, 3))) hints.foreign = true
    if (!attrs.class && !attrs.id) continue
    const names = splitClassNames(`${attrs.class ?? ''} ${attrs.id ?? ''}`)
    hints.person ||= PERSON_CLASS.test(names)
    hints.author ||= AUTHOR_CLASS.test(names)
    hints.speaker ||= SPEAKER_WORDS.test(names)
    hints.foreign ||= FOREIGN_CLASS.test(names)
  }
  return hints
}

const splitClassNames = memoize((names) =>
  names
    .slice(0, 300)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' '),
)
