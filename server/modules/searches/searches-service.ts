import { CREDIT_COSTS, MAX_SEARCH_LIMIT } from '#contract/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import { type ListRow, type ListsService, recordHistory } from '#server/modules/lists/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import { current, type Db, type Trx, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { quoteFigures } from './quote-figures.ts'
import type { SearchRunInput } from './search-executor.ts'
import { parseSearch } from './search-input.ts'
import { findQuote, insertQuote, type QuoteFigures, type QuoteInput } from './searches-store.ts'

export interface SearchesDeps {
  db: Db
  sources: LeadSource[]
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  runs: RunsService
}

interface Wanted {
  type: ListTypeId
  search: unknown
  limit?: number | undefined
  only_new: boolean
  /** The list that the leads go to: what stands in it is left out, as with "only new". */
  list_id?: number | undefined
}
interface Started extends Wanted {
  quote_id?: number | undefined
  max_cost?: number | undefined
}

/** Free counts, quotes and starting searches. The work of a search is in search-executor.ts. */
export function createSearchesService({ db, sources, lists, leads, wallet, runs }: SearchesDeps) {
  function prepare(type: ListTypeId, search: unknown) {
    const parsed = parseSearch(type, search)
    const source = sources.find((item) => item.id === parsed.source && item.listTypes.includes(type))
    if (!source) throw invalidField('search.source', 'This source is not available here')
    return { parsed, source, unitCost: source.isSample ? 0 : CREDIT_COSTS[LIST_TYPES[type].chargeKind] }
  }

  /** How much of what a search would deliver the account has or has paid for. */
  async function knownOf(accountId: number, type: ListTypeId, keys: string[], listId?: number) {
    const entities = await leads.knownEntities(accountId, type, keys)
    const ids = [...entities.values()]
    const inLists = await leads.inLists(accountId, ids, listId)
    const paid = await wallet.chargedEntities(accountId, LIST_TYPES[type].chargeKind, ids)
    return { inLists: inLists.size, paid: paid.size }
  }

  async function figuresOf(accountId: number, wanted: Wanted): Promise<QuoteFigures> {
    const { parsed, source, unitCost } = prepare(wanted.type, wanted.search)
    const limit = wanted.limit ?? MAX_SEARCH_LIMIT
    const listId = wanted.list_id
    const excludes = wanted.only_new || listId !== undefined
    const count = await source.count(wanted.type, parsed)
    // When leads are left out any match may be delivered, so all of them must be known; else only the first ones.
    const keys = await source.keys(wanted.type, parsed, excludes ? MAX_SEARCH_LIMIT : limit)
    const known = await knownOf(accountId, wanted.type, keys, wanted.only_new ? undefined : listId)
    return quoteFigures({
      matched: count.matched,
      withoutCoordinates: count.withoutCoordinates,
      ...known,
      limit,
      onlyNew: excludes,
      unitCost,
    })
  }

  const inputOf = (wanted: Wanted): QuoteInput => ({
    type: wanted.type,
    search: parseSearch(wanted.type, wanted.search),
    limit: wanted.limit ?? null,
    only_new: wanted.only_new,
    list_id: wanted.list_id ?? null,
  })

  /** The figures a run must keep: of the quote it names, or made now. @throws AppError quote_expired. */
  async function promised(actor: Actor, wanted: Started): Promise<QuoteFigures> {
    if (wanted.quote_id === undefined) return figuresOf(actor.accountId, wanted)
    const quote = await findQuote(current(db), actor.accountId, wanted.quote_id)
    const same = quote && canonical(quote.input) === canonical(inputOf(wanted))
    if (!quote || !same)
      throw new AppError(
        'quote_expired',
        'This quote is older than 15 minutes or was made for another search; ask for a new one',
      )
    return quote.reply
  }

  async function startRun(trx: Trx, actor: Actor, list: ListRow, wanted: Started, figures: QuoteFigures) {
    const { parsed, source, unitCost } = prepare(wanted.type, wanted.search)
    const maxCost = Math.min(figures.credits.max, wanted.max_cost ?? figures.credits.max)
    const input: SearchRunInput = {
      type: wanted.type,
      search: parsed,
      source: source.id,
      limit: wanted.limit ?? MAX_SEARCH_LIMIT,
      onlyNew: wanted.only_new,
      unitCost,
      maxCost,
      paidBefore: figures.already_paid,
    }
    const run = await runs.create(trx, {
      accountId: actor.accountId,
      kind: 'search',
      title: list.name,
      listId: list.id,
      input: input as unknown as Record<string, unknown>,
      total: wanted.only_new ? figures.matched : Math.min(figures.matched, input.limit),
      counts: { matched: figures.matched, delivered: 0, already_in_list: 0, charged: 0 },
      createdBy: actor.userId,
    })
    await wallet.reserve(trx, {
      accountId: actor.accountId,
      runId: run.id,
      userId: actor.userId,
      timeZone: actor.timeZone,
      amount: maxCost,
      unitCost,
      reason: `Held for ${list.name}`.slice(0, 200),
    })
    await recordHistory(trx, [
      {
        accountId: actor.accountId,
        listId: list.id,
        runId: run.id,
        userId: actor.userId,
        event: 'run.search',
      },
    ])
    await runs.enqueue(trx, run)
    return run
  }

  return {
    async count(type: ListTypeId, search: unknown) {
      const { parsed, source } = prepare(type, search)
      const count = await source.count(type, parsed)
      return {
        matched: count.matched,
        without_coordinates: count.withoutCoordinates,
        data_as_of: count.dataAsOf?.toISOString() ?? null,
        near: pointOf(parsed),
      }
    },

    async quote(actor: Actor, wanted: Wanted) {
      if (wanted.list_id !== undefined) await lists.find(actor, wanted.list_id, wanted.type)
      const figures = await figuresOf(actor.accountId, wanted)
      const { id, expires_at } = await insertQuote(current(db), {
        accountId: actor.accountId,
        userId: actor.userId,
        input: inputOf(wanted),
        figures,
      })
      const available = await wallet.spendable(actor)
      const affordable =
        figures.unit_cost === 0
          ? figures.leads.max
          : Math.min(figures.leads.max, figures.already_paid + Math.floor(available / figures.unit_cost))
      return {
        id,
        near: pointOf(inputOf(wanted).search),
        ...figures,
        available,
        affordable,
        expires_at: expires_at.toISOString(),
      }
    },

    /** Creates a list and starts its search: list, run, reservation and job commit together. */
    async createList(actor: Actor, wanted: Started & { name: string }) {
      const figures = await promised(actor, wanted)
      const near = pointOf(parseSearch(wanted.type, wanted.search))
      return transaction(db, async (trx) => {
        const list = await lists.create(trx, actor, {
          name: wanted.name,
          type: wanted.type,
          search: parseSearch(wanted.type, wanted.search),
        })
        const run = await startRun(trx, actor, list, wanted, figures)
        return {
          id: list.id,
          name: list.name,
          type: list.type,
          near,
          run: await runs.showIn(trx, actor, run.id),
        }
      })
    },

    /** Starts another search into a list that is there. */
    async searchInto(actor: Actor, listId: number, wanted: Omit<Started, 'type'>) {
      const list = await lists.find(actor, listId)
      const full = { ...wanted, type: list.type, list_id: list.id }
      const figures = await promised(actor, full)
      const near = pointOf(parseSearch(full.type, full.search))
      return transaction(db, async (trx) => {
        const run = await startRun(trx, actor, list, full, figures)
        // Last, because a run that delivers takes the wallet before the list.
        await lists.hold(trx, actor.accountId, listId)
        return {
          id: list.id,
          name: list.name,
          type: list.type,
          near,
          run: await runs.showIn(trx, actor, run.id),
        }
      })
    },
  }
}

/** The spot that a parsed search means; null when it is bound to none. */
const pointOf = (search: Record<string, unknown>) =>
  (search.near as { lat: number; lon: number; label: string } | undefined) ?? null

/** JSON with sorted keys, so that equal searches are equal whatever their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

export type SearchesService = ReturnType<typeof createSearchesService>
