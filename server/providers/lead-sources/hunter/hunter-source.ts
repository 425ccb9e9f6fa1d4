import type { SingleSearch } from '#contract/leads/list-types/single.ts'
import { hunterSource } from '#contract/sources/source-kinds/hunter.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import type {
  Enriched,
  EnrichRequest,
  LeadBatch,
  LeadSource,
  LeadToEnrich,
  SearchContext,
  SourceContext,
  SourceQuery,
  WorkContext,
} from '../lead-source.ts'
import { normaliseDomains, skippedDomains } from '../named-domains.ts'
import type { VendorSetup } from '../vendor-setup.ts'
import { createHunterClient, type HunterClient } from './hunter-client.ts'
import { foundValues, makeAddress, makePerson, readState } from './hunter-leads.ts'
import { normalisePeople, peopleParameters } from './hunter-query.ts'

const PAGE = 100
/** Average addresses per company, until an account has results. */
const AVERAGE = 4

const isPeople = (search: Record<string, unknown>): boolean => !Array.isArray(search.domains)
const readDomains = (search: Record<string, unknown>): string[] => (search as unknown as SingleSearch).domains

const sumCounts = (keys: string[], counts: Record<string, number> | null | undefined): number =>
  keys.length === 0 || !counts ? Infinity : keys.reduce((sum, word) => sum + (counts[word] ?? 0), 0)

/** Counts the company's addresses by level and by department: the smaller one is the upper bound. */
async function countPeople(client: HunterClient, { search }: SourceQuery, context: SourceContext) {
  const { company, words } = peopleParameters(search)
  const { data } = await client.emailCount(context, { ...company, type: 'personal' })
  return Math.min(
    data.personal_emails ?? data.total,
    sumCounts(words.seniority, data.seniority),
    sumCounts(words.department, data.department),
  )
}

async function* findPeople(
  client: HunterClient,
  { search }: SourceQuery,
  context: SearchContext,
): AsyncIterable<LeadBatch> {
  const { company, filters, needsLinkedin } = peopleParameters(search)
  for (let offset = Number(context.cursor?.offset ?? 0); !context.signal.aborted; ) {
    const limit = Math.min(PAGE, context.batchSize, context.remaining?.() ?? PAGE)
    const { data, meta } = await client.domainSearch(context, { ...company, ...filters, limit, offset })
    if (data.emails.length === 0) return
    offset += data.emails.length
    const leads = data.emails.map((email) => makePerson(email, data))
    yield {
      leads: needsLinkedin ? leads.filter(({ values }) => values.linkedin_url) : leads,
      cursor: { offset },
    }
    if (offset >= meta.results) return
  }
}

/** Addresses of one domain after another; each domain is a batch. */
async function* findAddresses(
  client: HunterClient,
  { search }: SourceQuery,
  context: SearchContext,
): AsyncIterable<LeadBatch> {
  const { max_emails: max } = search as unknown as SingleSearch
  const domains = readDomains(search)
  for (let at = Number(context.cursor?.at ?? 0); at < domains.length && !context.signal.aborted; at += 1) {
    const domain = domains[at] as string
    const leads: LeadBatch['leads'] = []
    const wanted = Math.min(max, context.remaining?.() ?? max)
    while (leads.length < wanted) {
      const limit = Math.min(PAGE, wanted - leads.length)
      const { data, meta } = await client.domainSearch(context, { domain, limit, offset: leads.length })
      leads.push(...data.emails.map((email) => makeAddress(email, domain)))
      if (data.emails.length === 0 || leads.length >= meta.results) break
    }
    yield { leads, cursor: { at: at + 1 }, evidence: [{ domain }] }
  }
}

/** Parameters for finding a person's address; null when too little is known. */
function finderParameters({ name, company, domain }: LeadToEnrich) {
  const host = domain && findNamedHost(domain)?.domain
  if (!name?.trim().includes(' ') || !(host || company)) return null
  return { full_name: name, ...(host ? { domain: host } : { company: company as string }) }
}

async function* findEmails(
  client: HunterClient,
  { units, wants }: EnrichRequest,
  context: WorkContext,
): AsyncIterable<Enriched[]> {
  for (const unit of units) {
    const answers: Enriched['answers'] = []
    for (const lead of await unit.leads()) {
      context.signal.throwIfAborted()
      const parameters = wants.includes('email') ? finderParameters(lead) : null
      const found = parameters && (await client.emailFinder(context, parameters))
      const values = foundValues(found?.data ?? null)
      answers.push({ leadId: lead.id, values, vendorCost: found?.data.email ? 1 : 0 })
    }
    yield [{ unit: unit.key, answers, problem: null }]
  }
}

/** Hunter as a source: people and addresses of a company, a person's address, and checks. */
export function createHunterSource(setup: VendorSetup): LeadSource {
  const client = createHunterClient(setup)
  return {
    declaration: hunterSource,
    normalise(search) {
      if (isPeople(search)) return normalisePeople(search)
      const hosts = readDomains(normaliseDomains(search))
      return { ...search, domains: [...new Set(hosts.map((host) => findNamedHost(host)?.domain ?? host))] }
    },
    skipped: (search) => (isPeople(search) ? [] : skippedDomains(search)),
    listUnits: (search) => (isPeople(search) ? undefined : readDomains(search)),
    async quote(query, context) {
      const none = { withoutCoordinates: 0, dataAsOf: null, keys: [] }
      if (query.type === 'single') {
        const { max_emails: leadsPerUnit } = query.search as unknown as SingleSearch
        return { ...none, matched: 0, ceiling: { leadsPerUnit, average: AVERAGE } }
      }
      const matched = await countPeople(client, query, context)
      return { ...none, matched, isEstimate: true, ceiling: null }
    },
    search: (query, context) =>
      query.type === 'single' ? findAddresses(client, query, context) : findPeople(client, query, context),
    enrich: (request, context) => findEmails(client, request, context),
    async verify(address, context) {
      const reply = await client.emailVerifier(context, address)
      const status = reply?.data.status
      return { state: readState(status), reason: status ?? 'the mail server gave no clear answer' }
    },
    async test(context) {
      const { data } = await client.account(context)
      const meter = data.requests?.credits ?? data.requests?.searches
      return {
        plan: data.plan_name ?? null,
        left: meter ? Math.max(0, meter.available - meter.used) : null,
      }
    },
  }
}
