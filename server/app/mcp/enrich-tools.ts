import * as z from 'zod/mini'
import type { Run } from '#contract/activity/runs.ts'
import { Id } from '#contract/core/common.ts'
import { LeadFilters, LeadSelection } from '#contract/leads/leads.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { showList } from '#contract/leads/lists.ts'
import {
  checkWebsites,
  ENRICH_ACTIONS,
  findEmails,
  getEmployees,
  quoteEnrichment,
  verifyLeads,
} from '#contract/prospecting/enrichment.ts'
import { getPhones, quoteWaterfall } from '#contract/prospecting/waterfalls.ts'
import { type Caller, defineTool } from './mcp-tool.ts'
import { next, SmallRun, smallRun } from './small-results.ts'
import { type Priced, priceShape, spendQuoted, storePrice } from './spend-quoted.ts'

const ACTIONS = [...ENRICH_ACTIONS, 'get-phones'] as const
const { with_emails, max_people, sources } = quoteEnrichment.body.shape

const EnrichInput = z.strictObject({
  action: z.enum(ACTIONS),
  list_id: Id,
  lead_ids: z
    .optional(z.array(Id).check(z.minLength(1), z.maxLength(1000)))
    .check(z.describe('Default: all')),
  first: z.optional(z.int().check(z.minimum(1))).check(z.describe('Only the first N leads')),
  with_emails,
  max_people,
  sources,
})
type EnrichInput = z.output<typeof EnrichInput>
type EnrichRequest = EnrichInput & { type: ListTypeId }

/** The list type, which API paths contain. @throws ApiProblem not_found. */
export async function typeOfList({ api }: Pick<Caller, 'api'>, id: number): Promise<ListTypeId> {
  const { data } = await api(showList, { params: { id } })
  return LIST_TYPE_IDS.find((type) => type === data.type) ?? 'local'
}

/** Chosen leads, or all leads of the list. */
export const readSelection = ({ lead_ids, first }: { lead_ids?: number[]; first?: number }) =>
  LeadSelection.parse(
    lead_ids ? { resultIds: lead_ids } : { filters: LeadFilters.parse({}), ...(first && { first }) },
  )

async function findPrice(
  { api }: Caller,
  request: EnrichRequest,
): Promise<Priced & { leads: number; eligible: number }> {
  const { action, list_id, type, with_emails, max_people, sources } = request
  const about = { list_id, type, selection: readSelection(request) }
  if (action === 'get-phones') return (await api(quoteWaterfall, { body: { ...about, want: 'phone' } })).data
  return (await api(quoteEnrichment, { body: { ...about, action, with_emails, max_people, sources } })).data
}

/** Starts each action by its own call. */
const START: Record<
  (typeof ACTIONS)[number],
  (
    api: Caller['api'],
    request: EnrichRequest,
    options: { quote_id: number; max_cost: number },
    key: string,
  ) => Promise<{ data: { run: Run; list_id: number } }>
> = {
  'find-emails': (api, request, options, key) => {
    const body = { selection: readSelection(request), ...options }
    return api(findEmails, { params: { type: request.type, id: request.list_id }, body }, key)
  },
  'get-employees': (api, request, options, key) => {
    const { with_emails, max_people, sources } = request
    const body = { selection: readSelection(request), with_emails, max_people, sources, ...options }
    return api(getEmployees, { params: { type: request.type, id: request.list_id }, body }, key)
  },
  'check-websites': (api, request, options, key) => {
    const body = { selection: readSelection(request), ...options }
    return api(checkWebsites, { params: { type: request.type, id: request.list_id }, body }, key)
  },
  verify: (api, request, _order, key) => {
    const body = { selection: readSelection(request) }
    return api(verifyLeads, { params: { type: request.type, id: request.list_id }, body }, key)
  },
  'get-phones': (api, request, options, key) => {
    const body = { selection: readSelection(request), ...options }
    return api(getPhones, { params: { type: request.type, id: request.list_id }, body }, key)
  },
}

const enrichQuote = defineTool({
  name: 'enrich_quote',
  title: 'Price an enrichment',
  description:
    'Free. Says what it would cost to find emails, phones or employees for leads of a list, or to verify their emails (free).',
  endpoints: [showList, quoteEnrichment, quoteWaterfall],
  input: EnrichInput,
  output: z.strictObject({ leads: z.int(), eligible: z.int(), expected_credits: z.int(), ...priceShape }),
  async run(caller, input) {
    const request = { ...input, type: await typeOfList(caller, input.list_id) }
    const quote = await findPrice(caller, request)
    const stored = await storePrice(caller, 'enrich_start', request, quote)
    return {
      leads: quote.leads,
      eligible: quote.eligible,
      expected_credits: quote.credits.expected,
      ...stored,
    }
  },
})

const enrichStart = defineTool({
  name: 'enrich_start',
  title: 'Start a quoted enrichment',
  description: 'Spends credits, at most the quoted price. Starts the enrichment of a quote_id.',
  endpoints: [findEmails, quoteEnrichment, quoteWaterfall],
  input: z.strictObject({
    quote_id: z.optional(z.string().check(z.maxLength(100))).check(z.describe('From enrich_quote; required')),
  }),
  output: z.extend(SmallRun, { price: z.string(), list_id: Id, next }),
  async run(caller, { quote_id }) {
    let started: (z.output<typeof SmallRun> & { list_id: number }) | undefined
    const spent = await spendQuoted<EnrichRequest>(caller, {
      tool: 'enrich_start',
      quoteTool: 'enrich_quote',
      quoteId: quote_id,
      price: (request) => findPrice(caller, request),
      async start(request, quote, max_cost, key) {
        const { data } = await START[request.action](
          caller.api,
          request,
          { quote_id: quote.id, max_cost },
          key,
        )
        started = { ...smallRun(data.run), list_id: data.list_id }
        return data.run
      },
    })
    if (!started) throw new Error('a spent quote has started nothing')
    return { ...spent, ...started, next: 'Call run_status until the state is succeeded' }
  },
})

export const ENRICH_TOOLS = [enrichQuote, enrichStart]
