import type { CrawlInput } from '#server/platform/crawl/crawl-types.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { decodeUri } from './decode-uri.ts'
import { LARGE_SECTION_WORDS, LINK_WORDS, type LinkKind, SKIPPED_PAGE_WORDS } from './link-words.ts'

type RankedLink = Parameters<CrawlInput['rank']>[0]

/** Higher is read sooner. */
const KIND_RANK: Record<LinkKind, number> = {
  contact: 100,
  imprint: 95,
  people: 90,
  about: 80,
  places: 65,
  side: 45,
  legal: 40,
}
const ORDINARY_RANK = 20
const LITTLE_USE_RANK = -20
/** One page of a long row that has the right word in its name. */
const HEADLINE_RANK = 5
/** A page below one that is worth reading: `/team/jane-doe`. */
const CHILD_PAGE_RANK = 12
const SITEMAP_ONLY_PENALTY = 2
const LEVEL_PENALTY = 2
/** Archives, shops, manuals and events live on hosts of their own. */
const OTHER_HOST_PENALTY = 30
const VCARD_RANK = 60
/** Link texts are short; longer ones are headlines that happen to have the word. */
const MAX_TEXT_WORDS = 4
const MAX_SEGMENT_WORDS = 5

const kindsByWord = new Map<string, LinkKind>()
/** Words of scripts without spaces are looked for inside longer ones. */
const unspacedWords: [string, LinkKind][] = []
for (const [kind, languages] of Object.entries(LINK_WORDS) as [LinkKind, Record<string, string>][])
  for (const word of Object.values(languages).flatMap((words) => words.split('|'))) {
    const folded = foldText(word)
    if (!kindsByWord.has(folded)) kindsByWord.set(folded, kind)
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word))
      unspacedWords.push([folded, kind])
  }
const largeSectionWords = new Set(LARGE_SECTION_WORDS.map(foldText))
const skippedPageWords = new Set(SKIPPED_PAGE_WORDS)
/** Nothing with text: pictures, papers, archives, programs, feeds, data. */
const NOT_PAGES =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|epub|zip|gz|tgz|rar|7z|tar|dmg|exe|msi|apk|iso|mp3|mp4|m4a|m4v|ogg|ogv|oga|wav|flac|avi|mov|mkv|webm|css|js|mjs|map|json|xml|rss|atom|txt|csv|ics|woff2?|ttf|eot|wasm)$/i
const QUERY_TRAPS =
  /[?&](?:replytocom|add-to-cart|add_to_cart|orderby|order|sort|filter\w*|share|print|tribe-bar-date|date|month|year|calendar|sid|phpsessid|action|format|feed|lang_switch|redirect(?:_to)?|return(?:url|to)?|utm_\w+)=/i

/**
 * How soon a link of a website is followed: contact, imprint, people and about pages before others, whatever the
 * language; long rows of articles and products last, and other hosts after the main one. Null for what is no page.
 * @param domain registrable domain of the website
 */
export function createLinkRank(domain: string): CrawlInput['rank'] {
  return (link) => {
    const rank = rankLink(link)
    const { hostname } = link.url
    return rank === null || hostname === domain || hostname === `www.${domain}`
      ? rank
      : rank - OTHER_HOST_PENALTY
  }
}

function rankLink({ url, text, depth, from }: RankedLink): number | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const path = decodeUri(url.pathname)
  if (/\.vcf$/i.test(path)) return VCARD_RANK
  if (NOT_PAGES.test(path)) return null
  const segments = path.toLowerCase().split('/').filter(Boolean)
  if (segments.some((segment) => skippedPageWords.has(segment))) return null
  const rank = Math.max(rankPath(segments), rankText(text, segments))
  const trap = QUERY_TRAPS.test(url.search) ? 40 : url.search ? 3 : 0
  return rank - Math.min(depth, 10) * LEVEL_PENALTY - (from === 'sitemap' ? SITEMAP_ONLY_PENALTY : 0) - trap
}

/** What a text names, or null. Folded words; at most `maxWords` of them. */
function classifyWords(words: string, maxWords: number): LinkKind | null {
  const known = kindsByWord.get(words)
  if (known) return known
  for (const [word, kind] of unspacedWords) if (words.includes(word)) return kind
  const tokens = words.split(' ')
  if (tokens.length > maxWords) return null
  let best: LinkKind | null = null
  for (let length = Math.min(3, tokens.length); length >= 1; length -= 1)
    for (let start = 0; start + length <= tokens.length; start += 1) {
      const kind = kindsByWord.get(tokens.slice(start, start + length).join(' '))
      if (kind && (!best || KIND_RANK[kind] > KIND_RANK[best])) best = kind
    }
  return best
}

function rankPath(segments: readonly string[]): number {
  if (segments.length === 0) return ORDINARY_RANK
  const isMany =
    segments.slice(0, -1).some((segment) => largeSectionWords.has(foldText(segment))) ||
    /\/\d{4}\/\d{2}\//.test(`/${segments.join('/')}/`)
  const names = segments.map((segment) =>
    classifyWords(foldText(segment.replace(/\.(?:html?|php|aspx?|jsp|cfm|shtml)$/, '')), MAX_SEGMENT_WORDS),
  )
  const last = names.at(-1)
  if (last) return isMany ? HEADLINE_RANK : KIND_RANK[last]
  if (isMany || largeSectionWords.has(foldText(segments.at(-1) ?? ''))) return LITTLE_USE_RANK
  const above = names.findLast((name) => name !== null)
  if (above === 'people') return KIND_RANK.people - CHILD_PAGE_RANK
  return above ? Math.max(ORDINARY_RANK, KIND_RANK[above] / 2) : ORDINARY_RANK
}

function rankText(text: string, segments: readonly string[]): number {
  const words = foldText(text.slice(0, 120))
  if (words === '' || words.length > 60) return LITTLE_USE_RANK
  const kind = classifyWords(words, MAX_TEXT_WORDS)
  if (!kind) return LITTLE_USE_RANK
  // A headline of an article may be short.
  return segments.some((segment) => largeSectionWords.has(foldText(segment)))
    ? HEADLINE_RANK
    : KIND_RANK[kind] - 1
}
