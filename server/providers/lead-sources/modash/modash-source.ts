import { modashSource } from '#contract/sources/source-kinds/modash.ts'
import type {
  Enriched,
  EnrichRequest,
  LeadBatch,
  LeadSource,
  LeadToEnrich,
  SearchContext,
  SourceContext,
  SourceQuery,
} from '../lead-source.ts'
import { requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { findUserId, makeAnswer, makeLead } from './modash-leads.ts'
import {
  checkSearch,
  isWithin,
  MODASH_PLATFORMS,
  type ModashPlatform,
  readPlatforms,
  searchBody,
} from './modash-query.ts'
import { Report, Search, Users } from './modash-replies.ts'

/** Creators per page, and Modash's maximum of pages. */
const PAGE = 15
const MAX_PAGES = 666

function createModashClient(setup: VendorSetup) {
  const vendor = { declaration: modashSource, ...setup }
  const headers = ({ credential }: SourceContext) => ({
    authorization: `Bearer ${credential?.open().key ?? ''}`,
  })
  return {
    search: async (
      context: SourceContext,
      platform: ModashPlatform,
      search: Record<string, unknown>,
      page: number,
    ) =>
      (
        await requestVendor(vendor, context, {
          url: vendorUrl(setup, `/${platform}/search`),
          headers: headers(context),
          json: searchBody(search, page),
          reply: Search,
        })
      ).body,
    users: async (context: SourceContext, platform: ModashPlatform, query: string) =>
      (
        await requestVendor(vendor, context, {
          url: vendorUrl(setup, `/${platform}/users`, { query, limit: 5 }),
          headers: headers(context),
          reply: Users,
        })
      ).body.users,
    report: async (context: SourceContext, platform: ModashPlatform, userId: string) =>
      (
        await requestVendor(vendor, context, {
          url: vendorUrl(setup, `/${platform}/profile/${encodeURIComponent(userId)}/report`),
          headers: headers(context),
          reply: Report,
          orElse: { 404: () => null },
        })
      ).body,
  }
}
type ModashClient = ReturnType<typeof createModashClient>

async function* search(
  client: ModashClient,
  { search: filters }: SourceQuery,
  context: SearchContext,
): AsyncIterable<LeadBatch> {
  const platforms = readPlatforms(filters)
  let { place = 0, page = 0 } = (context.cursor ?? {}) as { place?: number; page?: number }
  for (; place < platforms.length; place += 1, page = 0) {
    const platform = platforms[place]!
    for (; page < MAX_PAGES && !context.signal.aborted; page += 1) {
      const { lookalikes, directs } = await client.search(context, platform, filters, page)
      const found = [...directs, ...lookalikes].map((item) => makeLead(platform, item))
      yield {
        leads: found.filter(({ values }) => isWithin(filters, values)),
        cursor: { place, page: page + 1 },
      }
      if (found.length < PAGE) break
    }
    if (context.signal.aborted) return
  }
}

async function reportOn(
  client: ModashClient,
  { id, platform, handle }: LeadToEnrich,
  context: SourceContext,
) {
  const known = MODASH_PLATFORMS.find((item) => item === platform)
  const nothing = { leadId: id, values: {} }
  if (!known || !handle) return nothing
  const userId = findUserId(await client.users(context, known, handle), handle)
  const report = userId && (await client.report(context, known, userId))
  return report ? makeAnswer(id, report.profile) : nothing
}

async function* enrich(
  client: ModashClient,
  { units }: EnrichRequest,
  context: SourceContext,
): AsyncIterable<Enriched[]> {
  for (const unit of units) {
    const answers = []
    for (const lead of await unit.leads()) answers.push(await reportOn(client, lead, context))
    yield [{ unit: unit.key, answers, problem: null }]
  }
}

/** Modash as a source: searches one network after another, and a report per enriched creator. */
export function createModashSource(setup: VendorSetup): LeadSource {
  const client = createModashClient(setup)
  const countTotal = async (filters: Record<string, unknown>, context: SourceContext) => {
    let total = 0
    for (const platform of readPlatforms(filters))
      total += Math.min((await client.search(context, platform, filters, 0)).total, PAGE * MAX_PAGES)
    return total
  }
  return {
    declaration: modashSource,
    normalise: checkSearch,
    async quote({ search: filters }, context) {
      const matched = await countTotal(filters, context)
      return { matched, isEstimate: true, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }
    },
    search: (query, context) => search(client, query, context),
    enrich: (request, context) => enrich(client, request, context),
    async test(context) {
      await client.users(context, 'instagram', 'instagram')
      return { plan: null, left: null }
    },
  }
}
