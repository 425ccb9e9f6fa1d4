/** The rules of one host's robots.txt for one robot. */
export interface RobotsRules {
  allows(url: URL): boolean
  /** The requested delay in milliseconds; null without one. */
  crawlDelayMs: number | null
  /** As written. */
  sitemaps: string[]
}

export const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: null, sitemaps: [] }
export const REFUSE_ALL: RobotsRules = { allows: () => false, crawlDelayMs: null, sitemaps: [] }

interface Rule {
  allow: boolean
  /** Text between the stars; the first must start the path. */
  pieces: string[]
  /** Ends with `$`: the last part must end the path. */
  anchored: boolean
  length: number
}

interface Group {
  rules: Rule[]
  crawlDelayMs: number | null
  isNamed: boolean
}

const MAX_SITEMAPS = 20
/** No path matches a longer pattern. */
const MAX_PATTERN_CHARS = 2000
const FIELDS: Record<string, string> = {
  'user-agent': 'agent',
  useragent: 'agent',
  'user agent': 'agent',
  allow: 'allow',
  disallow: 'disallow',
  // A common misspelling, so the author meant the rule.
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'delay',
  crawldelay: 'delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
}

/**
 * Parses robots.txt by RFC 9309 for the robot with this product token: all groups that name it together, else those
 * of `*`. The longest matching rule decides; of two equally long ones, the allowing one. Where the RFC is unclear or
 * the file is malformed, the stricter interpretation is used. Crawl-delay is supported, although it is not in the
 * RFC.
 */
export function parseRobots(text: string, token: string): RobotsRules {
  const own: Group = { rules: [], crawlDelayMs: null, isNamed: false }
  const any: Group = { rules: [], crawlDelayMs: null, isNamed: false }
  const sitemaps: string[] = []
  const wanted = productToken(token)
  let groups: Group[] = []
  let inHeader = false

  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [field, value] = readLine(line)
    if (field === 'agent') {
      if (!inHeader) groups = []
      inHeader = true
      const group = value.startsWith('*') ? any : productToken(value) === wanted ? own : null
      if (!group) continue
      group.isNamed = true
      if (!groups.includes(group)) groups.push(group)
    } else if (field === 'allow' || field === 'disallow') {
      inHeader = false
      const rule = readRule(value, field === 'allow')
      if (rule) for (const group of groups) group.rules.push(rule)
    } else if (field === 'delay') {
      inHeader = false
      const seconds = Number.parseFloat(value)
      if (seconds >= 0) for (const group of groups) group.crawlDelayMs = seconds * 1000
    } else if (field === 'sitemap' && value && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value)
  }
  const { rules, crawlDelayMs } = own.isNamed ? own : any
  return { allows: (url) => mayRead(rules, url), crawlDelayMs, sitemaps }
}

/** Letters, `-` and `_` at the start: a version or words after it are not part of the name. */
const productToken = (value: string): string => /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? ''

/** A line's field and value; an empty field for an unknown line. */
function readLine(line: string): [field: string, value: string] {
  const end = line.indexOf('#')
  const content = (end < 0 ? line : line.slice(0, end)).trim()
  const colon = content.indexOf(':')
  if (colon >= 0)
    return [FIELDS[content.slice(0, colon).trim().toLowerCase()] ?? '', content.slice(colon + 1).trim()]
  // The colon is missing: unambiguous when there are exactly two words.
  const parts = content.split(/\s+/, 3)
  return parts.length === 2 ? [FIELDS[parts[0]!.toLowerCase()] ?? '', parts[1]!] : ['', '']
}

function readRule(pattern: string, allow: boolean): Rule | null {
  if (!pattern || pattern.length > MAX_PATTERN_CHARS) return null
  const written = upperHex(
    pattern.toWellFormed().replace(/[^\x21-\x7e]+/g, (characters) => encodeURIComponent(characters)),
  )
  const path = allow ? written : decodeUnreserved(written)
  const anchored = path.endsWith('$')
  const pieces = (anchored ? path.slice(0, -1) : path).split(/\*+/)
  return { allow, pieces, anchored, length: path.length }
}

const upperHex = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())

/** `%62` and `b` are the same path; reserved characters (`%2F` and `/`) are not. */
const decodeUnreserved = (path: string): string =>
  path.replace(/%([0-9A-F]{2})/g, (code, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[a-z0-9._~-]/i.test(character) ? character : code
  })

function mayRead(rules: Rule[], url: URL): boolean {
  const written = upperHex(url.pathname + url.search)
  const decoded = decodeUnreserved(written)
  let best: Rule | null = null
  for (const rule of rules) {
    const isBetter =
      !best || rule.length > best.length || (rule.length === best.length && rule.allow && !best.allow)
    // Disallow rules match every spelling, allow rules only the exact one.
    if (isBetter && matches(rule, rule.allow ? written : decoded)) best = rule
  }
  return best?.allow ?? true
}

/** In one pass over the path per part: the leftmost match leaves the most room for the others. */
function matches({ pieces, anchored }: Rule, path: string): boolean {
  const first = pieces[0] as string
  if (!path.startsWith(first)) return false
  if (pieces.length === 1) return !anchored || path.length === first.length
  let at = first.length
  const last = pieces.length - 1
  for (let index = 1; index <= last; index += 1) {
    const piece = pieces[index] as string
    if (index === last && anchored) return path.length - piece.length >= at && path.endsWith(piece)
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return true
}
