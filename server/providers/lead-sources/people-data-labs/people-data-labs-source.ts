import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { peopleDataLabsSource } from '#contract/sources/source-kinds/people-data-labs.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import type {
  EnrichAnswer,
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
import { requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { foundValues, makeLead } from './people-data-labs-person.ts'
import { searchQuery } from './people-data-labs-query.ts'
import { PersonEnrich, PersonSearch } from './people-data-labs-replies.ts'

const PAGE = 100
/** A less likely match may be someone else. */
const MIN_LIKELIHOOD = 6

/** A match without this is not worth its credit. */
const REQUIRED: Partial<Record<Want, string>> = {
  email: 'emails',
  phone: 'phone_numbers',
  profile: 'linkedin_url',
}

/** How the vendor identifies a lead; null when too little is known. */
function enrichParameters(lead: LeadToEnrich) {
  const company = (lead.domain && findNamedHost(lead.domain)?.domain) ?? lead.company
  const isKnown = lead.linkedin_url ?? lead.email ?? lead.phone ?? (lead.name && (company || lead.city))
  if (!isKnown) return null
  return Object.fromEntries(
    Object.entries({
      profile: lead.linkedin_url,
      email: lead.email,
      phone: lead.phone,
      name: lead.name,
      company,
      locality: lead.city,
      region: lead.region,
      country: lead.country,
    }).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
}

const spent = (headers: Record<string, string>): number | undefined => {
  const credits = Number(headers['x-call-credits-spent'] ?? Number.NaN)
  return Number.isFinite(credits) ? credits : undefined
}

function createClient(setup: VendorSetup) {
  const vendor = { declaration: peopleDataLabsSource, ...setup }
  const makeHeaders = ({ credential }: SourceContext) => ({ 'x-api-key': credential?.open().key ?? '' })
  return {
    search: async (context: SourceContext, query: object) =>
      (
        await requestVendor(vendor, context, {
          url: vendorUrl(setup, '/person/search'),
          headers: makeHeaders(context),
          json: query,
          endpoint: 'search',
          reply: PersonSearch,
          // No match: documented as 404, but empty lists were observed too.
          orElse: { 404: () => ({ data: [], scroll_token: null, total: 0 }) },
        })
      ).body,
    /** Null without a match, which is free. */
    enrich: (context: SourceContext, parameters: Record<string, string>) =>
      requestVendor(vendor, context, {
        url: vendorUrl(setup, '/person/enrich', parameters),
        headers: makeHeaders(context),
        reply: PersonEnrich,
        orElse: { 404: () => 'nobody' as const },
      }),
  }
}
type Client = ReturnType<typeof createClient>

async function* search(
  client: Client,
  { search: filters }: SourceQuery,
  context: SearchContext,
): AsyncIterable<LeadBatch> {
  const query = searchQuery(filters)
  let { scroll = null, done = 0 } = (context.cursor ?? {}) as { scroll?: string | null; done?: number }
  if (context.cursor && scroll === null) return
  while (!context.signal.aborted) {
    const size = Math.min(PAGE, context.batchSize, context.remaining?.() ?? PAGE)
    const page = await client.search(context, { query, size, ...(scroll && { scroll_token: scroll }) })
    if (page.data.length === 0) return
    const leads = page.data.map((person, index) => makeLead(person, String(done + index)))
    scroll = page.scroll_token ?? null
    done += leads.length
    yield { leads, cursor: { scroll, done } }
    if (scroll === null) return
  }
}

async function requestAnswer(
  client: Client,
  lead: LeadToEnrich,
  wants: readonly Want[],
  context: WorkContext,
): Promise<EnrichAnswer> {
  const parameters = enrichParameters(lead)
  if (!parameters) return { leadId: lead.id, values: {} }
  const { body, headers } = await client.enrich(context, {
    ...parameters,
    min_likelihood: String(MIN_LIKELIHOOD),
    required: wants.flatMap((want) => REQUIRED[want] ?? []).join(' OR '),
  })
  const vendorCost = spent(headers)
  return {
    leadId: lead.id,
    values: body === 'nobody' ? {} : foundValues(body.data, body.likelihood, wants),
    ...(vendorCost !== undefined && { vendorCost }),
  }
}

async function* enrich(
  client: Client,
  { units, wants }: EnrichRequest,
  context: WorkContext,
): AsyncIterable<Enriched[]> {
  for (const unit of units) {
    const answers: EnrichAnswer[] = []
    for (const lead of await unit.leads()) {
      context.signal.throwIfAborted()
      answers.push(await requestAnswer(client, lead, wants, context))
    }
    yield [{ unit: unit.key, answers, problem: null }]
  }
}

/** People Data Labs as a source: people by all filters of the form, and missing values of a person. */
export function createPeopleDataLabsSource(setup: VendorSetup): LeadSource {
  const client = createClient(setup)
  return {
    declaration: peopleDataLabsSource,
    // Even a count would cost a record.
    async quote() {
      return {
        matched: MAX_SEARCH_LIMIT,
        withoutCoordinates: 0,
        dataAsOf: null,
        keys: [],
        ceiling: null,
        isEstimate: true,
        isUncounted: true,
      }
    },
    search: (query, context) => search(client, query, context),
    enrich: (request, context) => enrich(client, request, context),
    async test(context) {
      // No address ends in .invalid: nothing is found, and nothing is charged.
      const { headers } = await client.enrich(context, {
        email: 'nobody@key-check.invalid',
        min_likelihood: '10',
      })
      const left = Number(headers['x-totallimit-remaining'] ?? Number.NaN)
      return { plan: null, left: Number.isFinite(left) && left >= 0 ? left : null }
    },
  }
}
