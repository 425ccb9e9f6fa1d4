import { MAX_SEARCH_LIMIT } from '#contract/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { searchRun } from '#contract/run-kinds/search.ts'
import type { CountCertainty } from '#contract/searches.ts'
import { sentEntities } from '#server/modules/crm/index.ts'
import { exportedEntities } from '#server/modules/exports/index.ts'
import type { LeadGuard, LeadsService } from '#server/modules/leads/index.ts'
import type { ListRow, ListsService } from '#server/modules/lists/index.ts'
import { keepQuote } from '#server/modules/quotes/index.ts'
import type { RunTerms, StartRun } from '#server/modules/run-start/index.ts'
import type { SourceStatsService } from '#server/modules/source-stats/index.ts'
import { askingSource, type SourcesService } from '#server/modules/sources/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { SourceQuote } from '#server/providers/lead-sources/index.ts'
import { ceilingFigures, type QuoteFigures, quoteFigures } from './quote-figures.ts'
import { notApplied, readSearch, withSource } from './search-input.ts'
import { createSearchPreview } from './search-preview.ts'

export interface SearchesDeps {
  db: Db
  sources: SourcesService
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  startRun: StartRun
  sourceStats: SourceStatsService
  suppression: LeadGuard
}

interface Question {
  type: ListTypeId
  search: unknown
}
interface Wanted extends Question {
  limit?: number | undefined
  only_new: boolean
  /** The list that the leads go to: what stands in it is left out, as with "only new". */
  list_id?: number | undefined
}
interface Started extends Wanted {
  quote_id?: number | undefined
  max_cost?: number | undefined
}

const certaintyOf = ({ isEstimate, isUncounted }: SourceQuote): CountCertainty =>
  isUncounted ? 'unknown' : isEstimate ? 'estimate' : 'counted'

/** Free counts, quotes and starting searches. The work of a search is in search-executor.ts. */
export function createSearchesService(deps: SearchesDeps) {
  const { db, sources, lists, leads, wallet, startRun, sourceStats, suppression } = deps
  const previewOf = createSearchPreview({ sources, leads, suppression })
  const prepare = (type: ListTypeId, search: unknown) => readSearch(type, search, sources)

  /** How much of what a search would deliver the account has or has paid for, and how much of all that match. */
  async function knownOf(accountId: number, wanted: Wanted, keys: string[], first: number) {
    const { type, only_new, list_id } = wanted
    const entities = await leads.knownEntities(accountId, type, keys)
    const ids = (some: string[]) => some.flatMap((key) => entities.get(key) ?? [])
    const saved = await leads.inLists(accountId, ids(keys))
    const delivered = ids(keys.slice(0, first))
    const inLists =
      list_id === undefined || only_new
        ? delivered.filter((id) => saved.has(id)).length
        : (await leads.inLists(accountId, delivered, list_id)).size
    // What stands in a list is counted there.
    const downloaded = await exportedEntities(db, accountId, delivered)
    const exported = [...downloaded].filter((id) => !saved.has(id)).length
    const sent = await sentEntities(db, accountId, delivered)
    const inCrm = [...sent].filter((id) => !saved.has(id) && !downloaded.has(id)).length
    const paid = await wallet.chargedEntities(accountId, LIST_TYPES[type].chargeKind, delivered)
    return { saved: saved.size, inLists, exported, inCrm, paid: paid.size }
  }

  /** Asks the source about a search; `keys` are wanted to compare them with what the account has. */
  async function askSource(accountId: number, { type, search }: Question, keys: number, signal: AbortSignal) {
    const { parsed, source } = prepare(type, search)
    const quote = await askingSource(async () => {
      const context = await sources.contextOf(accountId, source, { signal })
      return source.quote({ type, search: parsed }, { ...context, keys })
    })
    return { ...quote, notApplied: notApplied(source.declaration, type, search) }
  }

  async function figuresOf(accountId: number, wanted: Wanted, signal: AbortSignal): Promise<QuoteFigures> {
    const { parsed, source } = prepare(wanted.type, wanted.search)
    const { chargeKind } = LIST_TYPES[wanted.type]
    const unitCost = await sources.priceOf(accountId, source.declaration, chargeKind)
    const limit = wanted.limit ?? MAX_SEARCH_LIMIT
    const excludes = wanted.only_new || wanted.list_id !== undefined
    const quote = await askSource(accountId, wanted, MAX_SEARCH_LIMIT, signal)
    const { ceiling, matched, withoutCoordinates, keys, notApplied, isEstimate } = quote
    if (ceiling) {
      const own = await sourceStats.averages(accountId, source.declaration.id)
      const average = own?.addressesPerAttempt ?? ceiling.average
      const units = source.unitsOf?.(parsed)?.length ?? 0
      const { leadsPerUnit } = ceiling
      return ceilingFigures({ units, leadsPerUnit, average, notApplied, limit, unitCost })
    }
    // When leads are left out any match may be delivered; else only the first ones.
    const known = await knownOf(accountId, wanted, keys, excludes ? keys.length : limit)
    return quoteFigures({
      matched,
      withoutCoordinates,
      notApplied,
      ...known,
      saved: isEstimate || keys.length < matched ? null : known.saved,
      limit,
      onlyNew: excludes,
      withoutUsed: wanted.only_new,
      unitCost,
    })
  }

  /** What a quote is about; a run that names it must ask for the same. */
  const inputOf = (wanted: Wanted) => ({
    type: wanted.type,
    search: prepare(wanted.type, wanted.search).parsed,
    limit: wanted.limit ?? null,
    only_new: wanted.only_new,
    list_id: wanted.list_id ?? null,
  })

  /** Asks the source what a run without a quote must keep. Null: the quote that it names says so. */
  const ask = async (actor: Actor, wanted: Started, signal: AbortSignal): Promise<QuoteFigures | null> =>
    wanted.quote_id === undefined ? figuresOf(actor.accountId, wanted, signal) : null

  /** A search into a list is of its type and leaves out what stands in it. */
  async function intoList(actor: Actor, listId: number, wanted: Omit<Started, 'type'>) {
    const list = await lists.find(actor, listId)
    const full = await withSource({ ...wanted, type: list.type, list_id: list.id }, sources, actor.accountId)
    return { list, full }
  }

  /** Starts the search: into a list that is there, or into one that is made with it. */
  async function start(
    actor: Actor,
    into: { list: ListRow | Parameters<ListsService['create']>[1]; title: string },
    wanted: Started,
    asked: QuoteFigures | null,
  ) {
    const { parsed, source, skipped } = prepare(wanted.type, wanted.search)
    const limit = wanted.limit ?? MAX_SEARCH_LIMIT
    const planned = source.unitsOf?.(parsed)
    const { run, list } = await startRun(actor, searchRun, {
      title: into.title,
      list: into.list,
      promise: { quoteId: wanted.quote_id, about: inputOf(wanted), asked, maxCost: wanted.max_cost },
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
        if (planned) await sources.keeperOf(source.declaration.id).plan(place, planned)
      },
    })
    const { id, name, type } = list as ListRow
    return { id, name, type, near: pointOf(parsed), skipped, run }
  }

  return {
    /** The question with a source: the first of its list type that does not give way, unless it names one. */
    sourced: <Given extends Question>(actor: Actor, question: Given): Promise<Given> =>
      withSource(question, sources, actor.accountId),

    async count(actor: Actor, question: Question, signal: AbortSignal) {
      const found = await askSource(actor.accountId, question, 0, signal)
      const { parsed, skipped } = prepare(question.type, question.search)
      return {
        matched: found.matched,
        certainty: certaintyOf(found),
        without_coordinates: found.withoutCoordinates,
        without_coordinates_in: found.withoutCoordinatesIn ?? null,
        no_data: found.noData ?? false,
        category: found.category ? { labels: found.category.labels, as_words: found.category.asWords } : null,
        title: found.title ?? null,
        area: found.area ? { labels: found.area.labels, as_words: found.area.asWords } : null,
        data_as_of: found.dataAsOf?.toISOString() ?? null,
        data_sources: (found.dataSources ?? []).map(({ source, licence, dataAsOf }) => ({
          source,
          licence,
          data_as_of: dataAsOf?.toISOString() ?? null,
        })),
        near: pointOf(parsed),
        not_applied: found.notApplied,
        skipped,
      }
    },

    /** The first matches with masked contacts; nothing is stored or charged. */
    preview: (actor: Actor, question: Question, signal: AbortSignal) =>
      previewOf(actor.accountId, question, signal),

    /** What the source says about a search, for `quote`. */
    async figures(actor: Actor, wanted: Wanted, signal: AbortSignal): Promise<QuoteFigures> {
      if (wanted.list_id !== undefined) await lists.find(actor, wanted.list_id, wanted.type)
      return figuresOf(actor.accountId, wanted, signal)
    },

    /** The same for `createList`, unless its quote says it. */
    ask,

    /** The same for `searchInto`. */
    askInto: async (actor: Actor, listId: number, wanted: Omit<Started, 'type'>, signal: AbortSignal) =>
      ask(actor, (await intoList(actor, listId, wanted)).full, signal),

    async quote(actor: Actor, wanted: Wanted, figures: QuoteFigures) {
      const input = inputOf(wanted)
      const { id, expiresAt } = await keepQuote(db, actor, input, figures)
      const available = await wallet.spendable(actor)
      const affordable =
        figures.unit_cost === 0
          ? figures.leads.max
          : Math.min(figures.leads.max, figures.already_paid + Math.floor(available / figures.unit_cost))
      return {
        id,
        near: pointOf(input.search),
        ...figures,
        skipped: prepare(wanted.type, wanted.search).skipped,
        available,
        affordable,
        expires_at: expiresAt,
      }
    },

    /** Creates a list and starts its search: list, run, reservation and job commit together. */
    createList(actor: Actor, wanted: Started & { name: string }, asked: QuoteFigures | null) {
      const { name, type } = wanted
      const search = prepare(type, wanted.search).parsed
      return start(actor, { list: { name, type, search }, title: name }, wanted, asked)
    },

    /** Starts another search into a list that is there. */
    async searchInto(
      actor: Actor,
      listId: number,
      wanted: Omit<Started, 'type'>,
      asked: QuoteFigures | null,
    ) {
      const { list, full } = await intoList(actor, listId, wanted)
      return start(actor, { list, title: list.name }, full, asked)
    },
  }
}

/** The spot that a parsed search means; null when it is bound to none. */
const pointOf = (search: Record<string, unknown>) =>
  (search.near as { lat: number; lon: number; label: string } | undefined) ?? null

export type SearchesService = ReturnType<typeof createSearchesService>
