import type { CrawlInput } from '#server/platform/crawl/crawl-types.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { LINK_WORDS, type LinkKind, MANY_PAGES, NO_PAGES } from './link-words.ts'

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
const ORDINARY = 20
const FEW_USE = -20
/** One page of a long row that has the right word in its name. */
const HEADLINE = 5
/** A page below one that is worth reading: `/team/jane-doe`. */
const BELOW = 12
const SITEMAP_ONLY = 2
const PER_LEVEL = 2
/** Archives, shops, manuals and events live on hosts of their own. */
const OTHER_HOST = 30
const VCARD = 60
/** Link texts are short; longer ones are headlines that happen to have the word. */
const MAX_TEXT_WORDS = 4
const MAX_SEGMENT_WORDS = 5

const kinds = new Map<string, LinkKind>()
/** Words of scripts without spaces are looked for inside longer ones. */
const unspaced: [string, LinkKind][] = []
for (const [kind, languages] of Object.entries(LINK_WORDS) as [LinkKind, Record<string, string>][])
  for (const word of Object.values(languages).flatMap((words) => words.split('|'))) {
    const folded = foldText(word)
    if (!kinds.has(folded)) kinds.set(folded, kind)
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word))
      unspaced.push([folded, kind])
  }
const many = new Set(MANY_PAGES.map(foldText))
const none = new Set(NO_PAGES)
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
    return rank === null || hostname === domain || hostname === `www.${domain}` ? rank : rank - OTHER_HOST
  }
}

function rankLink({ url, text, depth, from }: RankedLink): number | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const path = decodedPath(url)
  if (/\.vcf$/i.test(path)) return VCARD
  if (NOT_PAGES.test(path)) return null
  const segments = path.toLowerCase().split('/').filter(Boolean)
  if (segments.some((segment) => none.has(segment))) return null
  const rank = Math.max(rankOfPath(segments), rankOfText(text, segments))
  const trap = QUERY_TRAPS.test(url.search) ? 40 : url.search ? 3 : 0
  return rank - Math.min(depth, 10) * PER_LEVEL - (from === 'sitemap' ? SITEMAP_ONLY : 0) - trap
}

/** What a text names, or null. Folded words; at most `maxWords` of them. */
function kindOfWords(words: string, maxWords: number): LinkKind | null {
  const known = kinds.get(words)
  if (known) return known
  for (const [word, kind] of unspaced) if (words.includes(word)) return kind
  const tokens = words.split(' ')
  if (tokens.length > maxWords) return null
  let best: LinkKind | null = null
  for (let length = Math.min(3, tokens.length); length >= 1; length -= 1)
    for (let start = 0; start + length <= tokens.length; start += 1) {
      const kind = kinds.get(tokens.slice(start, start + length).join(' '))
      if (kind && (!best || KIND_RANK[kind] > KIND_RANK[best])) best = kind
    }
  return best
}

function rankOfPath(segments: readonly string[]): number {
  if (segments.length === 0) return ORDINARY
  const isMany =
    segments.slice(0, -1).some((segment) => many.has(foldText(segment))) ||
    /\/\d{4}\/\d{2}\//.test(`/${segments.join('/')}/`)
  const names = segments.map((segment) =>
    kindOfWords(foldText(segment.replace(/\.(?:html?|php|aspx?|jsp|cfm|shtml)$/, '')), MAX_SEGMENT_WORDS),
  )
  const last = names.at(-1)
  if (last) return isMany ? HEADLINE : KIND_RANK[last]
  if (isMany || many.has(foldText(segments.at(-1) ?? ''))) return FEW_USE
  const above = names.findLast((name) => name !== null)
  if (above === 'people') return KIND_RANK.people - BELOW
  return above ? Math.max(ORDINARY, KIND_RANK[above] / 2) : ORDINARY
}

function rankOfText(text: string, segments: readonly string[]): number {
  const words = foldText(text.slice(0, 120))
  if (words === '' || words.length > 60) return FEW_USE
  const kind = kindOfWords(words, MAX_TEXT_WORDS)
  if (!kind) return FEW_USE
  // A headline of an article may be short.
  return segments.some((segment) => many.has(foldText(segment))) ? HEADLINE : KIND_RANK[kind] - 1
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname)
  } catch {
    return url.pathname
  }
}
