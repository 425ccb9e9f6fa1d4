import { getElementText } from '../page/element-text.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { findContactForm } from './find-contact-form.ts'
import { findCookieBanner, findNewsletter } from './find-newsletter.ts'
import { hostOf, isHost } from './page-parts.ts'
import { readCopyrightYear, readPublishedDates } from './read-dates.ts'
import { type DatedOffer, readOffers } from './read-offers.ts'
import {
  BOOKING_HOSTS,
  BOOKING_WORDS,
  JOB_HOSTS,
  JOB_PATH,
  JOB_WORDS,
  NOT_OWN_JOBS,
  PARKED_WORDS,
  PLACEHOLDER_WORDS,
  PRIVACY_WORDS,
} from './signal-rules.ts'
import { TECHNOLOGIES, type TechnologyRule } from './technologies.ts'

/** What a page can have; the words or code that show it are its evidence. */
const TRAITS = [
  'viewport',
  'title',
  'description',
  'structured_data',
  'contact_form',
  'booking',
  'phone_link',
  'privacy_page',
  'hiring',
  'newsletter',
  'cookie_banner',
  'parked',
] as const
export type Trait = (typeof TRAITS)[number]

/** What one page says about the website as a website. */
export interface PageSignals {
  has: Partial<Record<Trait, string>>
  technologies: { name: string; version: string | null; text: string }[]
  /** Newest year of a copyright line, and the line. */
  year: { value: number; text: string } | null
  /** Days (`2026-05-30`) on which something was published, at most 20. */
  published: { value: string; text: string }[]
  /** Offers and events with their last day. */
  offers: DatedOffer[]
  /** Languages that it names for itself and for its translations: `de`. */
  languages: string[]
  /** Scripts, styles, pictures and frames that a browser fetches with it. */
  requests: number
}

const MAX_EVIDENCE = 160
/** A page that offers its domain for sale has little else. */
const MAX_PARKED_CHARS = 4000
const cut = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_EVIDENCE)

/** `<meta name>` or `<meta property>` with content. */
function readMeta(elements: readonly PageElement[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { tag, attrs } of elements) {
    if (tag !== 'meta') continue
    const name = (attrs.name ?? attrs.property ?? '').trim().toLowerCase()
    const content = (attrs.content ?? '').trim()
    if (name && content && !found.has(name)) found.set(name, content)
  }
  return found
}

/** Addresses that name what the page uses: scripts, styles, pictures, frames, and where its forms go. */
function listFiles(page: PageTree): string[] {
  const files: string[] = []
  for (const { tag, attrs } of page.elements) {
    const address = tag === 'form' ? attrs.action : tag === 'link' ? attrs.href : attrs.src
    if (address && /^(?:script|link|iframe|img|form)$/.test(tag))
      files.push(URL.parse(address, page.base)?.href ?? address)
  }
  return files
}

const FETCHED_LINKS = /\b(?:stylesheet|icon|preload|modulepreload)\b/i

/** How many different files a browser fetches with the page, as far as its HTML names them. */
function countRequests(page: PageTree): number {
  const fetched = new Set<string>()
  for (const { tag, attrs } of page.elements) {
    const isLink = tag === 'link' && FETCHED_LINKS.test(attrs.rel ?? '')
    const address = isLink ? attrs.href : /^(?:script|iframe|img)$/.test(tag) ? attrs.src : undefined
    if (address && !address.startsWith('data:')) fetched.add(address)
  }
  return fetched.size
}

const MAX_LANGUAGES = 30

/** `de-AT` is `de`; `x-default` is none. */
function readLanguages(page: PageTree): string[] {
  const named = [page.lang ?? '']
  for (const { tag, attrs } of page.elements)
    if (tag === 'link' && attrs.hreflang && /alternate/i.test(attrs.rel ?? '')) named.push(attrs.hreflang)
  const codes = named.flatMap((code) => /^([a-z]{2,3})(?![a-z])/i.exec(code.trim())?.[1]?.toLowerCase() ?? [])
  return [...new Set(codes)].slice(0, MAX_LANGUAGES)
}

/** A fixed width in pixels is a page for desktops, whatever else the tag says. */
const isForPhones = (viewport: string): boolean =>
  /device-width|initial-scale/i.test(viewport) && !/\bwidth\s{0,5}=\s{0,5}\d/i.test(viewport)

/** Types of structured data that the page has: "LocalBusiness, JobPosting". */
function readStructuredTypes(page: PageTree): string[] {
  const types = new Set<string>()
  for (const { type, text } of page.scripts)
    if (type === 'application/ld+json')
      for (const [, name] of text.matchAll(/"@type"\s*:\s*\[?\s*"([A-Za-z]{2,40})"/g))
        types.add(name as string)
  for (const { attrs } of page.elements) {
    const name = attrs.itemtype?.match(/schema\.org\/([A-Za-z]{2,40})/)?.[1]
    if (name) types.add(name)
  }
  return [...types].slice(0, 10)
}

function findTechnologies(
  page: PageTree,
  { files, meta, headers }: { files: string[]; meta: Map<string, string>; headers: string[] },
): PageSignals['technologies'] {
  const generator = meta.get('generator')
  const code = page.scripts
    .filter(({ type }) => type === '' || /javascript|module/.test(type))
    .map(({ text }) => text.slice(0, 20_000))
  const places: Record<TechnologyRule['in'], string[]> = {
    file: files,
    place: [...files, ...page.links.map(({ href }) => href)],
    generator: generator ? [generator] : [],
    code,
    header: headers,
  }
  const found = new Map<string, { name: string; version: string | null; text: string }>()
  for (const { name, in: place, pattern } of TECHNOLOGIES) {
    const known = found.get(name)
    if (known?.version) continue
    for (const text of places[place]) {
      const match = pattern.exec(text)
      if (!match) continue
      const version = match[1] ?? null
      const evidence = place === 'code' ? match[0] : text
      if (!known || version) found.set(name, { name, version, text: cut(evidence) })
      break
    }
  }
  return [...found.values()]
}

/**
 * What a page shows of how its website is made. Of one page alone: what a website lacks is said when all are read.
 * @param headers of its answer, one line each ("server: nginx")
 */
export function findPageSignals(page: PageTree, headers: readonly string[]): PageSignals {
  const meta = readMeta(page.elements)
  const files = listFiles(page)
  const text = getElementText(page.root)
  const types = readStructuredTypes(page)
  const has: PageSignals['has'] = {}
  const note = (trait: Trait, evidence: string | undefined) => {
    if (evidence) has[trait] = cut(evidence)
  }
  const viewport = meta.get('viewport') ?? ''
  if (isForPhones(viewport)) note('viewport', viewport)
  note('title', page.title)
  note('description', meta.get('description') ?? meta.get('og:description'))
  note('structured_data', types.join(', '))
  note('contact_form', findContactForm(page, files))
  const places = [...page.links, ...files.map((href) => ({ href, text: '' }))]
  const booking = places.find(
    (link) =>
      isHost(hostOf(link.href, page.base), BOOKING_HOSTS) ||
      (BOOKING_WORDS.test(link.text) && !/^(?:#|javascript:|tel:)/i.test(link.href.trim())),
  )
  note('booking', booking && `${booking.text} ${booking.href}`)
  // Not the number, which may be a person's: evidence outlives its erasure.
  const hasPhoneLink = page.links.some(({ href }) => /^\s*tel:/i.test(href))
  note('phone_link', hasPhoneLink ? 'A number that a tap calls' : undefined)
  const privacy = page.links.find(({ href, text: words }) => PRIVACY_WORDS.test(`${words} ${href}`))
  note('privacy_page', privacy && `${privacy.text} ${privacy.href}`)
  const job = page.links.find(
    (link) =>
      isHost(hostOf(link.href, page.base), JOB_HOSTS) ||
      ((JOB_WORDS.test(link.text.trim()) || JOB_PATH.test(link.href.replace(/[?#].*/s, ''))) &&
        !NOT_OWN_JOBS.test(`${link.text} ${link.href}`)),
  )
  note('hiring', types.includes('JobPosting') ? 'JobPosting' : job && `${job.text} ${job.href}`)
  if (text.length < MAX_PARKED_CHARS) note('parked', PARKED_WORDS.exec(`${page.title} ${text}`)?.[0])
  if (!has.parked && text.length < 800) note('parked', PLACEHOLDER_WORDS.exec(`${page.title} ${text}`)?.[0])
  note('newsletter', findNewsletter(page, files, text))
  note('cookie_banner', findCookieBanner(page, files, text))
  const year = readCopyrightYear(text)
  return {
    has,
    technologies: findTechnologies(page, { files, meta, headers: [...headers] }),
    year: year && { ...year, text: cut(year.text) },
    published: readPublishedDates(page, meta.get('article:published_time')),
    offers: readOffers(page),
    languages: readLanguages(page),
    requests: countRequests(page),
  }
}
