import { searchRun } from '#contract/activity/run-kinds/search.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import type { ListRow, ListsService } from '#server/modules/leads/lists/index.ts'
import type { RunTerms, StartRun } from '#server/modules/leads/run-start/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { QuoteFigures } from './quote-figures.ts'
import { quotedInput } from './quote-search.ts'
import type { SearchFigures, SearchRequest } from './search-figures.ts'
import { pointOf, readSearch, withSource } from './search-input.ts'

interface StartedSearch extends SearchRequest {
  quote_id?: number | undefined
  max_cost?: number | undefined
}

interface SearchStartDeps {
  sources: Pick<SourcesService, 'find' | 'readyStates' | 'evidenceStoreOf'>
  lists: Pick<ListsService, 'find'>
  startRun: StartRun
  figuresOf: SearchFigures['figuresOf']
}

export function createSearchStart({ sources, lists, startRun, figuresOf }: SearchStartDeps) {
  /** Queries the source for a run without a quote. Null when the request names a quote, which has them. */
  const request = async (
    actor: Actor,
    wanted: StartedSearch,
    signal: AbortSignal,
  ): Promise<QuoteFigures | null> =>
    wanted.quote_id === undefined ? figuresOf(actor.accountId, wanted, signal) : null

  /** A search into a list has its type and skips its leads. */
  async function intoList(actor: Actor, listId: number, wanted: Omit<StartedSearch, 'type'>) {
    const list = await lists.find(actor, listId)
    const full = await withSource({ ...wanted, type: list.type, list_id: list.id }, sources, actor.accountId)
    return { list, full }
  }

  /** Starts the search: into an existing list, or one created with it. */
  async function start(
    actor: Actor,
    into: { list: ListRow | Parameters<ListsService['create']>[1]; title: string },
    wanted: StartedSearch,
    estimate: QuoteFigures | null,
  ) {
    const { parsed, source, skipped } = readSearch(wanted.type, wanted.search, sources)
    const limit = wanted.limit ?? MAX_SEARCH_LIMIT
    const planned = source.unitsOf?.(parsed)
    const { run, list } = await startRun(actor, searchRun, {
      title: into.title,
      list: into.list,
      promise: {
        quoteId: wanted.quote_id,
        about: quotedInput(sources, wanted),
        estimate,
        maxCost: wanted.max_cost,
      },
      plan: ({ figures, maxCost, unitCost }: RunTerms<QuoteFigures>) => ({
        input: {
          type: wanted.type,
          search: parsed,
          source: source.declaration.id,
          limit,
          onlyNew: wanted.only_new,
          unitCost,
          maxCost,
          paidBefore: figures.already_paid,
        },
        total: planned?.length ?? (wanted.only_new ? figures.matched : Math.min(figures.matched, limit)),
        counts: { matched: figures.matched, delivered: 0, already_in_list: 0, charged: 0 },
      }),
      work: async (place) => {
        if (planned) await sources.evidenceStoreOf(source.declaration.id).plan(place, planned)
      },
    })
    const { id, name, type } = list as ListRow
    return { id, name, type, near: pointOf(parsed), skipped, run }
  }

  return {
    /** The source's facts, for `createList`; null where the quote has them. */
    query: request,

    /** The same for `searchInto`. */
    requestInto: async (
      actor: Actor,
      listId: number,
      wanted: Omit<StartedSearch, 'type'>,
      signal: AbortSignal,
    ) => request(actor, (await intoList(actor, listId, wanted)).full, signal),

    /** Creates a list and starts its search: list, run, reservation and job commit together. */
    createList(actor: Actor, wanted: StartedSearch & { name: string }, estimate: QuoteFigures | null) {
      const { name, type } = wanted
      const search = readSearch(type, wanted.search, sources).parsed
      return start(actor, { list: { name, type, search }, title: name }, wanted, estimate)
    },

    /** Starts another search into an existing list. */
    async searchInto(
      actor: Actor,
      listId: number,
      wanted: Omit<StartedSearch, 'type'>,
      estimate: QuoteFigures | null,
    ) {
      const { list, full } = await intoList(actor, listId, wanted)
      return start(actor, { list, title: list.name }, full, estimate)
    },
  }
}
