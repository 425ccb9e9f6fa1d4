import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEAD_TO_ENRICH, sourceContext, testLeadSource } from '#server/testing/lead-source-contract.ts'
import type { WebsiteReader, WebsiteReport } from '#server/website-reader/index.ts'
import { InvalidSearch } from '../lead-source.ts'
import { createWebsiteSource } from './website-source.ts'

const DOMAINS = ['one.example', 'two.example', 'three.example', 'four.example', 'five.example']

/** A report with three addresses, one of which belongs to a person. */
const reportOf = (domain: string): WebsiteReport =>
  ({
    domain,
    name: domain,
    country: 'DE',
    address: null,
    emails: [
      { value: `info@${domain}`, kind: 'org', person: null, confidence: 0.9, sources: [seen(domain)] },
      { value: `sales@${domain}`, kind: 'role', person: null, confidence: 0.8, sources: [seen(domain)] },
      {
        value: `ada@${domain}`,
        kind: 'person',
        person: 'Ada Sample',
        confidence: 0.9,
        sources: [seen(domain)],
      },
    ],
    phones: [],
    socials: [],
    signals: [],
    people: [
      {
        name: 'Ada Sample',
        role: 'Owner',
        section: null,
        email: `ada@${domain}`,
        phone: null,
        socials: [],
        staff: true,
        sources: [seen(domain)],
      },
    ],
    pages: 1,
    took_ms: 1,
    problem: null,
    moved_to: null,
  }) as WebsiteReport
const seen = (domain: string) => ({ url: `https://${domain}/`, method: 'mailto' as const })

const reads: string[] = []
const hosts = new Map<string, readonly string[] | undefined>()
const reader: WebsiteReader = {
  async read(domain, options) {
    reads.push(domain)
    hosts.set(domain, options.hosts)
    return reportOf(domain)
  },
} as WebsiteReader
const source = createWebsiteSource({ reader, concurrentWebsites: 2 })
const check = async () => ({ state: 'valid' as const, reason: 'mailbox_accepted' })

testLeadSource('the website source', () => ({
  source,
  queries: [
    { type: 'single', search: { source: 'website', domains: DOMAINS, max_emails: 5, only_published: true } },
  ],
  context: { check },
}))

describe('the website source', () => {
  beforeAll(() => void reads.splice(0))
  afterAll(() => void reads.splice(0))

  it('reads each website once for all waiting leads', async () => {
    const lead = (id: number, name: string) => ({ ...LEAD_TO_ENRICH, id, name })
    const units = [
      { key: 'one.example', leads: async () => [1, 2].map((id) => lead(id, 'A')) },
      { key: 'two.example', leads: async () => [lead(3, 'B')] },
    ]
    const found = []
    for await (const group of source.enrich?.(
      { type: 'local', wants: ['email'], units },
      sourceContext({ check }),
    ) ?? [])
      found.push(...group)
    expect(reads.toSorted()).toEqual(['one.example', 'two.example'])
    const answers = found.flatMap((unit) => unit.answers).toSorted((a, b) => a.leadId - b.leadId)
    expect(
      answers.map(({ leadId, values }) => [leadId, values.email?.value, values.email_state?.value]),
    ).toEqual([
      [1, 'info@one.example', 'valid'],
      [2, 'info@one.example', 'valid'],
      [3, 'info@two.example', 'valid'],
    ])
    expect(answers[0]?.values.email?.origin).toMatchObject({ source: 'website', url: 'https://one.example/' })
  })

  it('starts at the given hosts and stays within one company', async () => {
    const search = source.normalise?.({
      source: 'website',
      domains: ['https://2016.conference.example/program', 'www.conference.example', 'a.example'],
      max_emails: 5,
      only_published: true,
    }) as Record<string, unknown>
    expect(search.domains).toEqual(['2016.conference.example', 'conference.example', 'a.example'])
    expect(source.listUnits?.(search)).toEqual(['conference.example', 'a.example'])
    hosts.clear()
    for await (const _batch of source.search?.({ type: 'single', search }, sourceContext({ check })) ?? []);
    expect(Object.fromEntries(hosts)).toEqual({
      'conference.example': ['2016.conference.example', 'conference.example'],
      'a.example': ['a.example'],
    })
  })

  it('lists invalid domains, and reads each domain once', () => {
    expect(() => source.normalise?.({ domains: ['not a domain'] })).toThrow(InvalidSearch)
    const search = { domains: ['https://One.example/contact', 'one.example'] }
    expect(source.normalise?.(search)).toEqual({ domains: ['one.example'] })
  })
})
