import type * as z from 'zod/mini'
import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import { githubSource } from '#contract/sources/source-kinds/github.ts'
import {
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SearchContext,
  type SourceContext,
  type SourceQuery,
} from '../lead-source.ts'
import { type RawReply, type Refusal, requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { RateLimit, User, UserSearch } from './github-replies.ts'
import { makeLead } from './github-user.ts'

/** Profiles per search page; the same for every batch, so that a cursor is unambiguous. */
const PAGE = 100
/** GitHub's limit. */
const MAX_RESULTS = 1000
/** Profiles read per batch. */
const BATCH_SIZE = 10

/** Words without operators of GitHub's search syntax. */
const plain = (text: string | undefined): string[] =>
  (text ?? '')
    .replace(/[":]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^(?:and|or|not)$/i.test(word))
    // A minus would exclude the word.
    .map((word) => word.replace(/^[-+]+/, ''))

/** The search in GitHub's syntax. */
export function searchWords(filters: Record<string, unknown>): string {
  const { position, keywords, place } = filters as unknown as PeopleSearch
  const where = plain(place).join(' ')
  return [
    ...plain(position),
    ...plain(keywords),
    ...(where ? [`location:"${where}"`] : []),
    'type:user',
  ].join(' ')
}

/** @throws InvalidSearch for a search that matches everyone, or never anyone */
function checkSearch(filters: Record<string, unknown>): Record<string, unknown> {
  if (searchWords(filters) === 'type:user')
    throw new InvalidSearch(
      'keywords',
      'GitHub searches by keyword and place. Enter keywords, a position or a place',
    )
  const { has = [] } = filters as unknown as PeopleSearch
  if (has.includes('phone'))
    throw new InvalidSearch(
      'has',
      'GitHub profiles have no phone numbers. Remove Phone, or choose another source',
    )
  return filters
}

function createClient(setup: VendorSetup) {
  const vendor = { declaration: githubSource, ...setup }

  /** Rate limits are 403 too; the header says when they end. */
  function refusal({ status, headers }: RawReply): Refusal | undefined {
    const isSpent = headers['x-ratelimit-remaining'] === '0'
    if ((status !== 403 && status !== 429) || !(isSpent || headers['retry-after'])) return undefined
    const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
    const seconds = Math.ceil(reset - setup.now().getTime() / 1000)
    return {
      code: 'rate_limited',
      detail: 'requests of this period are used up',
      ...(Number.isFinite(seconds) && { retryAfterSeconds: Math.max(1, seconds) }),
    }
  }

  function call<Schema extends z.ZodMiniType>({ credential }: SourceContext, url: string, reply: Schema) {
    const token = credential?.open().token
    const headers = {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    return { url, reply, headers, refusal }
  }

  return {
    search: async (context: SourceContext, q: string, page: { per_page: number; page: number }) =>
      (
        await requestVendor(vendor, context, {
          ...call(context, vendorUrl(setup, '/search/users', { q, ...page }), UserSearch),
          endpoint: 'search',
        })
      ).body,
    /** Null for a deleted user. */
    user: async (context: SourceContext, login: string) =>
      (
        await requestVendor(vendor, context, {
          ...call(context, vendorUrl(setup, `/users/${encodeURIComponent(login)}`), User),
          orElse: { 404: () => null },
        })
      ).body,
    rateLimit: async (context: SourceContext) =>
      (await requestVendor(vendor, context, call(context, vendorUrl(setup, '/rate_limit'), RateLimit))).body,
  }
}
type Client = ReturnType<typeof createClient>

/** Reads profiles one by one and drops those without the required values. */
async function readProfiles(
  client: Client,
  logins: string[],
  filters: Record<string, unknown>,
  context: SearchContext,
) {
  const { has = [] } = filters as unknown as PeopleSearch
  const leads: LeadBatch['leads'] = []
  for (const login of logins) {
    const user = await client.user(context, login)
    if (user) leads.push(makeLead(user))
  }
  return leads.filter(
    ({ values }) =>
      (!has.includes('email') || values.email) && (!has.includes('linkedin') || values.linkedin_url),
  )
}

async function* search(
  client: Client,
  { search: filters }: SourceQuery,
  context: SearchContext,
): AsyncIterable<LeadBatch> {
  const searchText = searchWords(filters)
  let { page = 1, at = 0 } = (context.cursor ?? {}) as { page?: number; at?: number }
  for (; page <= MAX_RESULTS / PAGE && !context.signal.aborted; page += 1, at = 0) {
    const { items } = await client.search(context, searchText, { per_page: PAGE, page })
    while (at < items.length) {
      if (context.signal.aborted) return
      const size = Math.min(BATCH_SIZE, context.batchSize, context.remaining?.() ?? BATCH_SIZE)
      const logins = items.slice(at, at + size).map(({ login }) => login)
      const leads = await readProfiles(client, logins, filters, context)
      at += logins.length
      yield { leads, cursor: { page, at } }
    }
    if (items.length < PAGE) return
  }
}

/** GitHub as a source: public profiles by keyword and place. */
export function createGithubSource(setup: VendorSetup): LeadSource {
  const client = createClient(setup)
  return {
    declaration: githubSource,
    normalise: checkSearch,
    async quote({ search: filters }, context) {
      const { total_count: total } = await client.search(context, searchWords(filters), {
        per_page: 1,
        page: 1,
      })
      const matched = Math.min(total, MAX_RESULTS)
      return { matched, isEstimate: true, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }
    },
    search: (query, context) => search(client, query, context),
    async test(context) {
      const { resources } = await client.rateLimit(context)
      return { plan: null, left: resources.core.remaining }
    },
  }
}
