import type { SignalId } from '#contract/leads/signals.ts'
import type { WebsiteProblem } from '../website-report.ts'
import type { PageSignals, Trait } from './find-page-signals.ts'
import type { SignalReading } from './signal-reading.ts'
import { type ConnectionFacts, readConnection, readDeath, type SeenStart } from './site-signals.ts'

/** A page of a website, with what it shows. */
export type SeenPage = PageSignals & SeenStart

/** What all pages together and the connection say of a website. */
export interface SiteFacts extends ConnectionFacts {
  problem: WebsiteProblem | null
  hasEmail: boolean
  hasSocial: boolean
  /** Dates after it are announcements or mistakes. */
  now: Date
}

/** Signals about what is missing, each with the trait that no page has. */
const MISSING: readonly [SignalId, Trait, string][] = [
  ['no_contact_form', 'contact_form', 'No form to write a message'],
  ['no_booking', 'booking', 'No booking link, form or service'],
  ['no_phone_link', 'phone_link', 'No phone number that a tap calls'],
  ['no_privacy_page', 'privacy_page', 'No link to a privacy page'],
  ['no_structured_data', 'structured_data', 'No structured data (schema.org)'],
]
/** What only the start page is asked for. */
const OF_START: readonly [SignalId, Trait, string][] = [
  ['not_mobile', 'viewport', 'No viewport tag on the start page'],
  ['no_title', 'title', 'No title on the start page'],
  ['no_description', 'description', 'No description on the start page'],
]

function readTrait(
  pages: readonly SeenPage[],
  [id, trait, missing]: readonly [SignalId, Trait, string],
): SignalReading {
  const page = pages.find(({ has }) => has[trait])
  const text = page?.has[trait]
  return text
    ? { id, value: 'no', url: page.url, text }
    : { id, value: 'yes', url: pages[0]?.url ?? null, text: missing }
}

/** Signals about what a website has. */
const FOUND: readonly [SignalId, Trait, string][] = [
  ['hiring', 'hiring', 'No careers page or job posting'],
  ['newsletter', 'newsletter', 'No newsletter form or link'],
  ['cookie_banner', 'cookie_banner', 'No cookie banner or consent tool'],
]

function readFound(pages: readonly SeenPage[], id: SignalId, trait: Trait, missing: string): SignalReading {
  const page = pages.find(({ has }) => has[trait])
  return page
    ? { id, value: 'yes', url: page.url, text: page.has[trait] ?? '' }
    : { id, value: 'no', url: pages[0]?.url ?? null, text: missing }
}

const MAX_LANGUAGES = 20

/** Those of the start page first. */
function readLanguages(pages: readonly SeenPage[]): SignalReading[] {
  const all = [...new Set(pages.flatMap(({ languages }) => languages))].slice(0, MAX_LANGUAGES)
  const url = pages.find(({ languages }) => languages.length > 0)?.url
  return url ? [{ id: 'languages', value: all.join('; '), url, text: 'lang and hreflang' }] : []
}

/** A day ahead of UTC is today somewhere. */
const DAY_MS = 86_400_000

function readNewestPost(pages: readonly SeenPage[], now: Date): SignalReading[] {
  const today = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  const [newest] = pages
    .flatMap(({ url, published }) => published.map((one) => ({ url, ...one })))
    .filter(({ value }) => value <= today)
    .toSorted((a, b) => (a.value < b.value ? 1 : -1))
  return newest ? [{ id: 'last_post', ...newest }] : []
}

/** The next offer that ends, or event that takes place; today’s still counts. */
function readNextOffer(pages: readonly SeenPage[], now: Date): SignalReading[] {
  const today = now.toISOString().slice(0, 10)
  const [next] = pages
    .flatMap(({ url, offers }) => offers.map((one) => ({ url, ...one })))
    .filter(({ value }) => value >= today)
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
  return next ? [{ id: 'offer', ...next }] : []
}

function readTechnologies(pages: readonly SeenPage[]): SignalReading[] {
  const found = new Map<string, { label: string; url: string; text: string }>()
  for (const { url, technologies } of pages)
    for (const { name, version, text } of technologies) {
      const label = version ? `${name} ${version}` : name
      if (!found.has(name) || (version && found.get(name)?.label === name))
        found.set(name, { label, url, text })
    }
  const all = [...found.values()].slice(0, 30)
  const [first] = all
  if (!first) return []
  return [
    { id: 'technology', value: all.map(({ label }) => label).join('; '), url: first.url, text: first.text },
  ]
}

/**
 * The signals of a website from its pages, the start page first. A website that could not be read says only whether it
 * is dead: what was not looked at is unknown.
 */
export function summariseSignals(pages: readonly SeenPage[], facts: SiteFacts): SignalReading[] {
  const { hasEmail, hasSocial, now } = facts
  const [start] = pages
  if (!start) return readDeath(facts)
  const parked = start.has.parked
  const shared: SignalReading[] = [
    { id: 'dead_site', value: 'no', url: start.url, text: 'The website answers' },
    {
      id: 'parked',
      value: parked ? 'yes' : 'no',
      url: start.url,
      text: parked ?? 'A page with content of its own',
    },
  ]
  // A registrar's page says nothing about a company.
  if (parked) return shared
  const isPlain = start.url.startsWith('http:')
  const year = pages
    .flatMap(({ url, year }) => (year && year.value <= now.getUTCFullYear() ? [{ url, ...year }] : []))
    .toSorted((a, b) => b.value - a.value)[0]
  return [
    ...shared,
    {
      id: 'no_https',
      value: isPlain ? 'yes' : 'no',
      url: start.url,
      text: isPlain ? 'The start page is served without encryption' : start.url,
    },
    ...OF_START.map((row) => readTrait([start], row)),
    ...MISSING.map((row) => readTrait(pages, row)),
    {
      id: 'no_site_email',
      value: hasEmail ? 'no' : 'yes',
      url: start.url,
      text: hasEmail ? 'An email address is published' : 'No email address on the pages read',
    },
    {
      id: 'no_social',
      value: hasSocial ? 'no' : 'yes',
      url: start.url,
      text: hasSocial ? 'A profile is linked' : 'No link to a social profile',
    },
    ...(year ? [{ id: 'last_update' as const, value: year.value, url: year.url, text: year.text }] : []),
    ...FOUND.map(([id, trait, missing]) => readFound(pages, id, trait, missing)),
    ...readLanguages(pages),
    ...readNewestPost(pages, now),
    ...readNextOffer(pages, now),
    ...readConnection(start, facts, now),
    ...readTechnologies(pages),
  ]
}
