import { PAID_EMAIL_STATES } from '#contract/email-states.ts'
import type { SingleSearch } from '#contract/list-types/single.ts'
import { systemClock } from '#server/platform/clock.ts'
import {
  type CheckedWebsite,
  checkWebsite,
  normaliseDomain,
  readInTurn,
  type Sighting,
  type WebsiteReader,
} from '#server/website-reader/index.ts'
import {
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SourceContext,
  type SourceLead,
  type SourceOrigin,
} from '../lead-source.ts'

/** Addresses that a web site has on average; replaced by the account's own results as soon as there are some. */
const AVERAGE = 4

const searchOf = (search: Record<string, unknown>) => search as unknown as SingleSearch

/** The same domains in one form, each once. @throws InvalidSearch that names the first ones that are none. */
function normalise(search: Record<string, unknown>): Record<string, unknown> {
  const { domains } = searchOf(search)
  const read = domains.map((given) => ({ given, domain: normaliseDomain(given) }))
  const wrong = read.filter(({ domain }) => domain === null).map(({ given }) => `"${given}"`)
  if (wrong.length > 0) {
    const more = wrong.length > 3 ? ` and ${wrong.length - 3} more` : ''
    const what = wrong.length === 1 ? 'is not a domain' : 'are not domains'
    throw new InvalidSearch('domains', `${wrong.slice(0, 3).join(', ')}${more} ${what}; write acme.example`)
  }
  return { ...search, domains: [...new Set(read.map(({ domain }) => domain))] }
}

/** Where a value of a web site came from, as leads keep it. */
export function originOfSighting(sighting: Sighting | undefined, confidence: number): SourceOrigin {
  return {
    source: 'website',
    url: sighting?.url ?? null,
    method: sighting?.method ?? 'inferred',
    confidence,
    observed_at: systemClock.now().toISOString(),
    licence: null,
    record: null,
  }
}

/** The leads of a web site: one per address, with the person it belongs to. */
function leadsOf(website: CheckedWebsite): SourceLead[] {
  const people = new Map(website.people.map((person) => [person.name, person]))
  const main = website.phones.find((phone) => phone.person === null)
  return website.emails.map((email) => {
    const person = email.person ? people.get(email.person) : undefined
    const phone = person?.phone ?? (email.kind === 'org' ? main?.value : undefined)
    const paid = email.kind !== 'inferred' && PAID_EMAIL_STATES.includes(email.state)
    const personOrigin = person && originOfSighting(person.sources[0], 0.9)
    const phoneOrigin = person?.phone ? personOrigin : phone && main && originOfSighting(main.sources[0], 0.9)
    return {
      key: email.value,
      values: {
        email: email.value,
        email_state: email.state,
        email_kind: email.kind,
        domain: website.domain,
        name: email.person,
        position: person?.role ?? null,
        phone: phone ?? null,
        linkedin_url: person?.socials.find((url) => url.includes('linkedin.com/')) ?? null,
      },
      origin: originOfSighting(email.sources[0], email.confidence),
      origins: {
        ...(personOrigin && { name: personOrigin, position: personOrigin, linkedin_url: personOrigin }),
        ...(phoneOrigin && { phone: phoneOrigin }),
      },
      ...(paid ? {} : { free: true as const }),
    }
  })
}

/** Which of the search's domains are done, as a bit each: a cursor of some bytes for thousands of domains. */
const readDone = (cursor: SourceContext['cursor']): Buffer =>
  Buffer.from(typeof cursor?.done === 'string' ? cursor.done : '', 'base64')

function withBit(bits: Buffer, index: number): Buffer {
  const next = Buffer.alloc(Math.max(bits.length, (index >> 3) + 1))
  bits.copy(next)
  next[index >> 3] = (next[index >> 3] as number) | (1 << (index & 7))
  return next
}
const hasBit = (bits: Buffer, index: number): boolean => (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1

export interface WebsiteSourceOptions {
  reader: WebsiteReader
  /** Web sites read at the same time. */
  websitesAtOnce: number
}

/**
 * Companies' own web sites as a source of addresses: reads each domain of the search, asks about what it found and
 * delivers web site by web site, in the order in which they are done. Goes on after a crash with those not done.
 */
export function createWebsiteSource({ reader, websitesAtOnce }: WebsiteSourceOptions): LeadSource {
  async function* search(
    _type: string,
    given: Record<string, unknown>,
    context: SourceContext,
  ): AsyncIterable<LeadBatch> {
    const { domains, max_emails, max_pages, only_published } = searchOf(given)
    let done = readDone(context.cursor)
    const open = domains.flatMap((domain, index) => (hasBit(done, index) ? [] : [{ domain, index }]))
    const { signal } = context
    const read = readInTurn({
      items: open,
      reader,
      websitesAtOnce,
      signal,
      read: ({ domain }) => ({
        domain,
        ...(max_pages !== undefined && { maxPages: max_pages }),
        onProgress: (progress) => context.onWebsite?.(domain, progress),
      }),
      work: async (report, { index }) => {
        const { check } = context
        const infer = !only_published
        return { website: await checkWebsite(report, { check, signal, maxEmails: max_emails, infer }), index }
      },
    })
    for await (const group of read) {
      for (const { index } of group) done = withBit(done, index)
      const websites = group.map(({ website }) => website)
      yield { leads: websites.flatMap(leadsOf), cursor: { done: done.toString('base64') }, websites }
    }
  }

  return {
    id: 'website',
    label: "The company's own web site",
    listTypes: ['single'],
    isSample: false,
    normalise,
    ceiling: (given) => {
      const { domains, max_emails } = searchOf(given)
      return { websites: domains, leadsPerWebsite: max_emails, average: AVERAGE }
    },
    // What a web site holds is not known before it is read.
    count: async () => ({ matched: 0, withoutCoordinates: 0, dataAsOf: null }),
    keys: async () => [],
    search,
  }
}
