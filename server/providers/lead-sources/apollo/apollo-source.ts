import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import { apolloSource } from '#contract/sources/source-kinds/apollo.ts'
import type { LeadBatch, LeadSource, SearchContext, SourceQuery } from '../lead-source.ts'
import type { VendorSetup } from '../vendor-setup.ts'
import { type ApolloClient, createApolloClient } from './apollo-client.ts'
import { enrichFromApollo, pendingAtApollo, readApolloHook } from './apollo-enrich.ts'
import { makeLead, makePreview } from './apollo-person.ts'
import { checkSearch, searchParameters } from './apollo-query.ts'

/** People per page of the free search; the same for every batch, so that a cursor is unambiguous. */
const PAGE = 100
/** Apollo's limit. */
const MAX_PAGES = 500
/** People unlocked at a time. */
const UNLOCK_BATCH = 10

/** Unlocks found people, in order. */
async function open(
  client: ApolloClient,
  ids: string[],
  search: Record<string, unknown>,
  context: SearchContext,
) {
  const { has = [] } = search as unknown as PeopleSearch
  const { matches } = await client.bulkMatch(context, ids)
  const byId = new Map(matches.flatMap((person) => (person ? [[person.id, person] as const] : [])))
  const leads = ids.flatMap((id) => byId.get(id) ?? []).map(makeLead)
  // Apollo has no filter for it.
  return has.includes('linkedin') ? leads.filter(({ values }) => values.linkedin_url) : leads
}

async function* search(
  client: ApolloClient,
  { search: filters }: SourceQuery,
  context: SearchContext,
): AsyncIterable<LeadBatch> {
  const parameters = searchParameters(filters)
  let { page = 1, at = 0 } = (context.cursor ?? {}) as { page?: number; at?: number }
  for (; page <= MAX_PAGES && !context.signal.aborted; page += 1, at = 0) {
    const { people } = await client.search(context, { ...parameters, page, per_page: PAGE })
    while (at < people.length) {
      if (context.signal.aborted) return
      const size = Math.min(UNLOCK_BATCH, context.batchSize, context.remaining?.() ?? UNLOCK_BATCH)
      const ids = people.slice(at, at + size).map(({ id }) => id)
      const leads = await open(client, ids, filters, context)
      at += ids.length
      yield { leads, cursor: { page, at } }
    }
    if (people.length < PAGE) return
  }
}

/** Apollo as a source: a free search, and people who are unlocked one by one. */
export function createApolloSource(setup: VendorSetup): LeadSource {
  const client = createApolloClient(setup)
  return {
    declaration: apolloSource,
    normalise: checkSearch,
    async quote({ search: filters }, context) {
      const found = await client.search(context, { ...searchParameters(filters), page: 1, per_page: 1 })
      const matched = Math.min(found.total_entries, PAGE * MAX_PAGES)
      return { matched, isEstimate: true, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }
    },
    async preview({ search: filters }, context, limit) {
      const { people } = await client.search(context, {
        ...searchParameters(filters),
        page: 1,
        per_page: limit,
      })
      return people.map(makePreview)
    },
    search: (query, context) => search(client, query, context),
    enrich: (request, context) => enrichFromApollo(client, request, context),
    pending: (reference, context) => pendingAtApollo(client, reference, context),
    readHook: readApolloHook,
    async test(context) {
      const credits = await client.creditUsage(context)
      // Without access to the credits, a working search is enough.
      if (!credits) await client.search(context, { page: 1, per_page: 1 })
      return { plan: null, left: credits ? Math.max(0, Math.floor(credits.left_over)) : null }
    },
  }
}
