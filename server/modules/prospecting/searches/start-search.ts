import { searchRun } from '#contract/activity/run-kinds/search.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { type createList, findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { type RunTerms, startRun } from '#server/modules/leads/run-start/index.ts'
import { findEvidenceStore } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { QuoteFigures } from './quote-figures.ts'
import { quotedInput } from './quote-search.ts'
import { figuresOfSearch, type SearchRequest, type Wanted } from './search-figures.ts'
import { readPoint, readSearch } from './search-input.ts'

interface StartedSearch extends SearchRequest {
  check_websites?: boolean
  quote_id?: number
  max_cost?: number
}

/** A search that was read, and its source's facts unless it names a quote, which has them. */
interface PreparedSearch {
  request: StartedSearch
  figures: QuoteFigures | null
}

/** Reads a search and queries its source: all that is done before the transaction that starts it. */
export async function prepareSearch(
  ctx: Context,
  actor: Actor,
  wanted: Wanted<StartedSearch>,
  signal: AbortSignal,
): Promise<PreparedSearch> {
  const request = { ...wanted, ...(await readSearch(ctx, actor.accountId, wanted)) }
  const isQuoted = wanted.quote_id !== undefined
  const figures = isQuoted ? null : await figuresOfSearch(ctx, actor.accountId, request, signal)
  return { request, figures }
}

/** The same for a search into a list: it has the list's type and skips its leads. */
export async function prepareSearchInto(
  ctx: Context,
  actor: Actor,
  listId: number,
  wanted: Omit<Wanted<StartedSearch>, 'type' | 'list_id'>,
  signal: AbortSignal,
): Promise<PreparedSearch> {
  const list = await findOwnList(ctx, actor, listId)
  return prepareSearch(ctx, actor, { ...wanted, type: list.type, list_id: list.id }, signal)
}

/** Starts the search: into an existing list, or one created with it. */
async function startSearchRun(
  ctx: Context,
  actor: Actor,
  into: { list: ListRow | Parameters<typeof createList>[2]; title: string },
  { request: wanted, figures: estimate }: PreparedSearch,
) {
  const { search, source, skipped } = wanted
  const limit = wanted.limit ?? MAX_SEARCH_LIMIT
  if (wanted.check_websites && !LIST_TYPES[wanted.type].actions.includes('check-websites'))
    throw invalidField(
      'check_websites',
      `Leads of the type “${LIST_TYPES[wanted.type].name}” have no signals`,
    )
  const planned = source.listUnits?.(search)
  const { run, list } = await startRun(ctx, actor, searchRun, {
    title: into.title,
    list: into.list,
    promise: {
      quoteId: wanted.quote_id,
      about: quotedInput(wanted),
      estimate,
      maxCost: wanted.max_cost,
    },
    plan: ({ figures, maxCost, unitCost }: RunTerms<QuoteFigures>) => ({
      input: {
        type: wanted.type,
        search,
        source: source.declaration.id,
        limit,
        onlyNew: wanted.only_new,
        unitCost,
        maxCost,
        paidBefore: figures.already_paid,
        ...(wanted.check_websites && { checkWebsites: true }),
      },
      total: planned?.length ?? (wanted.only_new ? figures.matched : Math.min(figures.matched, limit)),
      counts: { matched: figures.matched, delivered: 0, already_in_list: 0, charged: 0 },
    }),
    work: async (place) => {
      if (planned) await findEvidenceStore(ctx, source.declaration.id).plan(place, planned)
    },
  })
  const { id, name, type } = list as ListRow
  return { id, name, type, near: readPoint(search), skipped, run }
}

/** Creates a list and starts its search: list, run, reservation and job commit together. */
export function startSearch(ctx: Context, actor: Actor, name: string, prepared: PreparedSearch) {
  const { type, search } = prepared.request
  return startSearchRun(ctx, actor, { list: { name, type, search }, title: name }, prepared)
}

/** Starts another search into an existing list. */
export async function startSearchInto(ctx: Context, actor: Actor, listId: number, prepared: PreparedSearch) {
  const list = await findOwnList(ctx, actor, listId)
  return startSearchRun(ctx, actor, { list, title: list.name }, prepared)
}
