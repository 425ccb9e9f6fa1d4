import * as z from 'zod/mini'
import { Id } from '#contract/core/common.ts'
import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import { createQuote, MAX_LIST_NAME, Quote } from '#contract/prospecting/searches.ts'
import { defineTool } from './mcp-tool.ts'
import { next, SmallRun, smallRun } from './small-results.ts'
import { priceShape, spendQuoted, storePrice } from './spend-quoted.ts'

/** Hints for search fields whose name does not explain them. */
const SHAPES: Partial<Record<SearchFormItem['kind'], string>> = {
  switch: '?',
  domains: '[]',
  rate: ' (0.02 is 2 %)',
  growth: '{interval,operator,value}',
  credibility: '{credibility}',
}

function fieldHints({ name, kind, options }: SearchFormItem): string {
  if (kind === 'choices') return `${name}[${(options ?? []).map(({ value }) => value).join('|')}]`
  if (kind === 'source') return `${name}(${(options ?? []).map(({ value }) => value).join('|')})`
  return `${name}${SHAPES[kind] ?? ''}`
}

/** The fields of every search form, one line per list type. `has_not` takes the same values as `has`. */
const SEARCH_FIELDS = LIST_TYPE_IDS.map((type) => {
  const items = LIST_TYPES[type].searchForm.map((item) =>
    item.name === 'has_not' ? 'has_not[]' : fieldHints(item),
  )
  return `${type}: ${items.join(', ')}.`
}).join(' ')

const typeOfSearch = z.enum(LIST_TYPE_IDS)
const QuoteInput = z.extend(createQuote.body, {
  type: typeOfSearch,
  search: z.record(z.string(), z.unknown()).check(z.describe('Fields of the type')),
})

interface SearchRequest {
  type: ListTypeId
  search: Record<string, unknown>
  limit?: number
  only_new: boolean
  list_id?: number
}

/** A default list name: the search words. */
function makeListName({ type, search }: SearchRequest): string {
  const summary = Object.entries(search)
    .filter(([name, value]) => name !== 'source' && typeof value === 'string' && value.trim())
    .map(([, value]) => String(value).trim())
  return (summary.join(', ') || LIST_TYPES[type].label).slice(0, MAX_LIST_NAME)
}

const { matched, already_in_lists, not_applied, left_out, retention, skipped } = Quote.shape

const searchQuote = defineTool({
  name: 'search_quote',
  title: 'Price a search',
  description: `Free. Counts what a search would find and says its price. Fields of "search" by type: ${SEARCH_FIELDS}`,
  endpoints: [createQuote],
  input: QuoteInput,
  output: z.strictObject({
    matched,
    would_deliver: z.int(),
    expected_credits: z.int(),
    credits_available: z.int(),
    already_in_lists,
    near: z.optional(z.string()),
    not_applied: z.optional(not_applied),
    left_out: z.optional(left_out),
    retention: z.optional(retention),
    skipped: z.optional(skipped),
    ...priceShape,
  }),
  async run(caller, input) {
    const { data } = await caller.api(createQuote, { body: input })
    const { matched, leads, credits, available, already_in_lists, not_applied, skipped, near } = data
    const { left_out, retention } = data
    return {
      matched,
      would_deliver: leads.expected,
      expected_credits: credits.expected,
      credits_available: available,
      already_in_lists,
      ...(near && { near: near.label }),
      ...(not_applied.length > 0 && { not_applied }),
      ...(left_out.length > 0 && { left_out }),
      ...(retention.length > 0 && { retention }),
      ...(skipped.length > 0 && { skipped }),
      ...(await storePrice(caller, 'search_start', input as Record<string, unknown>, data)),
    }
  },
})

const searchStart = defineTool({
  name: 'search_start',
  title: 'Start a quoted search',
  description:
    'Spends credits, at most the quoted price. Runs the search of a quote_id into a new list, or into the list_id of the quote.',
  endpoints: [createList, searchIntoList, createQuote],
  input: z.strictObject({
    quote_id: z.optional(z.string().check(z.maxLength(100))).check(z.describe('From search_quote; required')),
    name: z
      .optional(z.string().check(z.trim(), z.maxLength(MAX_LIST_NAME)))
      .check(z.describe('Of the new list')),
    check_websites: z
      ._default(z.boolean(), false)
      .check(z.describe('Check the websites of what it delivers for signals; local only')),
  }),
  output: z.extend(SmallRun, { price: z.string(), list_id: Id, list_name: z.string(), next }),
  async run(caller, { quote_id, name, check_websites }) {
    let started: (z.output<typeof SmallRun> & { list_id: number; list_name: string }) | undefined
    const spent = await spendQuoted<SearchRequest>(caller, {
      tool: 'search_start',
      quoteTool: 'search_quote',
      quoteId: quote_id,
      price: async (request) => (await caller.api(createQuote, { body: request })).data,
      async start({ type, list_id, ...rest }, quote, max_cost, key) {
        const body = { ...rest, check_websites, quote_id: quote.id, max_cost }
        const { data } =
          list_id === undefined
            ? await caller.api(
                createList,
                { body: { ...body, type, name: name || makeListName({ type, ...rest }) } },
                key,
              )
            : await caller.api(searchIntoList, { params: { id: list_id }, body }, key)
        started = { ...smallRun(data.run), list_id: data.id, list_name: data.name }
        return data.run
      },
    })
    if (!started) throw new Error('a spent quote has started nothing')
    return { ...spent, ...started, next: 'Call run_status until the state is succeeded, then list_leads' }
  },
})

export const SEARCH_TOOLS = [searchQuote, searchStart]
