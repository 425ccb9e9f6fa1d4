import type { SignalId } from '#contract/leads/signals.ts'
import type { WebsiteProblem } from '../website-report.ts'
import type { PageSignals, Trait } from './find-page-signals.ts'

/** A page of a website, with what it shows. */
export type SeenPage = PageSignals & { url: string }

/** One signal of a website, with what shows it. */
export interface SignalReading {
  id: SignalId
  value: string | number
  url: string | null
  /** Words, code or header that show it; what was looked for where it is missing. */
  text: string
}

/** Problems that say that there is no website at this address; all others say nothing about it. */
const DEAD: Partial<Record<WebsiteProblem, string>> = {
  not_found: 'The domain has no address in DNS',
  unreachable: 'The server refuses connections',
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
export function summariseSignals(
  pages: readonly SeenPage[],
  { problem, hasEmail, hasSocial }: { problem: WebsiteProblem | null; hasEmail: boolean; hasSocial: boolean },
): SignalReading[] {
  const [start] = pages
  if (!start) {
    const dead = problem && DEAD[problem]
    return dead ? [{ id: 'dead_site', value: 'yes', url: null, text: dead }] : []
  }
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
    .flatMap(({ url, year }) => (year ? [{ url, ...year }] : []))
    .toSorted((a, b) => b.value - a.value)[0]
  const hiring = pages.find(({ has }) => has.hiring)
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
    {
      id: 'hiring',
      value: hiring ? 'yes' : 'no',
      url: hiring?.url ?? start.url,
      text: hiring?.has.hiring ?? 'No careers page or job posting',
    },
    ...(year ? [{ id: 'last_update' as const, value: year.value, url: year.url, text: year.text }] : []),
    ...readTechnologies(pages),
  ]
}
