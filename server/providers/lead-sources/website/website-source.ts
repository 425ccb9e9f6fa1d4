import { PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { SingleSearch } from '#contract/leads/list-types/single.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import {
  type CheckedWebsite,
  checkWebsite,
  findNamedHost,
  readInTurn,
  type WebsiteReader,
} from '#server/website-reader/index.ts'
import type { LeadBatch, LeadSource, SearchContext, SourceLead, SourceQuery } from '../lead-source.ts'
import { normaliseDomains, skippedDomains } from '../named-domains.ts'
import { enrichFromWebsites } from './enrich-from-websites.ts'
import { originOfSighting } from './sighting-origin.ts'

/** Average addresses per website, until the account has results. */
const AVERAGE = 4

const asSearch = (search: Record<string, unknown>) => search as unknown as SingleSearch

/** The companies of a normalized search by domain, each with its given hosts. */
function readWebsites(search: Record<string, unknown>): Map<string, string[]> {
  const websites = new Map<string, string[]>()
  for (const host of asSearch(search).domains) {
    const domain = findNamedHost(host)?.domain ?? host
    websites.set(domain, [...(websites.get(domain) ?? []), host])
  }
  return websites
}

/** The leads of a website: one per address, with its person. */
function makeLeads(website: CheckedWebsite): SourceLead[] {
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

/** A bit per finished domain of the search: a cursor of a few bytes for thousands of domains. */
const readDone = (cursor: SearchContext['cursor']): Buffer =>
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
  /** Websites read concurrently. */
  concurrentWebsites: number
}

/**
 * Companies' own websites as a source of addresses: reads each domain of the search, verifies what it found, and
 * delivers each website when it is done. Continues after a crash with the unfinished ones.
 */
export function createWebsiteSource({ reader, concurrentWebsites }: WebsiteSourceOptions): LeadSource {
  async function* search(query: SourceQuery, context: SearchContext): AsyncIterable<LeadBatch> {
    const { max_emails, max_pages, only_published } = asSearch(query.search)
    const websites = [...readWebsites(query.search)]
    let done = readDone(context.cursor)
    const open = websites.flatMap(([domain, hosts], index) =>
      hasBit(done, index) ? [] : [{ domain, hosts, index }],
    )
    const { signal } = context
    const read = readInTurn({
      items: open,
      reader,
      websitesAtOnce: concurrentWebsites,
      signal,
      read: ({ domain, hosts }) => ({
        domain,
        hosts,
        ...(max_pages !== undefined && { maxPages: max_pages }),
        onProgress: (progress) => context.recorder.progress(domain, progress),
        onRead: () => context.recorder.wasRead(domain),
      }),
      work: async (report, { index }) => {
        const { check } = context
        const infer = !only_published
        return { website: await checkWebsite(report, { check, signal, maxEmails: max_emails, infer }), index }
      },
    })
    for await (const group of read) {
      if (signal.aborted) return
      for (const { index } of group) done = withBit(done, index)
      const websites = group.map(({ website }) => website)
      yield {
        leads: websites.flatMap(makeLeads),
        cursor: { done: done.toString('base64') },
        evidence: websites,
      }
    }
  }

  return {
    declaration: websiteSource,
    normalise: normaliseDomains,
    skipped: skippedDomains,
    listUnits: (filters) => [...readWebsites(filters).keys()],
    // A website's content is unknown before it is read.
    async quote({ search: filters }) {
      const ceiling = { leadsPerUnit: asSearch(filters).max_emails, average: AVERAGE }
      return { matched: 0, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling }
    },
    search,
    enrich: (request, context) => enrichFromWebsites(request, context, { reader, concurrentWebsites }),
  }
}
