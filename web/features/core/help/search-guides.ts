import { foldText } from '#web/lib/fold-text.ts'

/** A heading of a guide and the text below it. */
export interface HelpSection {
  guide: string
  title: string
  /** Anchor of the heading; empty for the start of the guide. */
  id: string
  heading: string
  text: string
}

export interface HelpHit extends HelpSection {
  /** Text around the first match, in parts: every second part is highlighted. */
  excerpt: string[]
}

const BEFORE = 60
const AROUND = 180

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Matches the start of words, so that "tag" finds "tags" but not "stage". */
const beginning = (word: string, flags = 'u'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, flags)

/** Text around the first match, cut into parts. */
function makeExcerpt(text: string, words: readonly string[]): string[] {
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(escaped).join('|')})`, 'giu')
  const at = Math.max(0, text.search(any))
  const from = at < BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1
  const until = from + AROUND < text.length ? text.lastIndexOf(' ', from + AROUND) : text.length
  const cut = text.slice(from, until)
  return `${from > 0 ? '… ' : ''}${cut}${until < text.length ? ' …' : ''}`.split(any)
}

/** Sections with every word of the query, or words that start with it; matches in headings first. */
export function searchGuides(sections: readonly HelpSection[], query: string, most = 12): HelpHit[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = sections.flatMap((section) => {
    const [title, heading, text] = [section.title, section.heading, section.text].map(foldText) as [
      string,
      string,
      string,
    ]
    let score = 0
    for (const word of words) {
      const is = beginning(word)
      if (!is.test(text) && !is.test(heading) && !is.test(title)) return []
      score += (is.test(heading) ? 4 : 0) + (is.test(title) ? 2 : 0) + (is.test(text) ? 1 : 0)
    }
    return [{ section, score }]
  })
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ section }) => ({ ...section, excerpt: makeExcerpt(section.text, words) }))
}
