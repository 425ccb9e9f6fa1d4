import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { QuoteFigures } from './quote-figures.ts'
import type { SearchFigures, SearchRequest } from './search-figures.ts'
import { pointOf, readSearch } from './search-input.ts'

/** A quote's subject; a run with the quote must request the same. */
export const quotedInput = (sources: Pick<SourcesService, 'find'>, wanted: SearchRequest) => ({
  type: wanted.type,
  search: readSearch(wanted.type, wanted.search, sources).parsed,
  limit: wanted.limit ?? null,
  only_new: wanted.only_new,
  list_id: wanted.list_id ?? null,
})

interface SearchQuoteDeps {
  db: Db
  sources: Pick<SourcesService, 'find'>
  lists: Pick<ListsService, 'find'>
  wallet: Pick<Wallet, 'spendable'>
  figuresOf: SearchFigures['figuresOf']
}

export const createSearchQuotes = ({ db, sources, lists, wallet, figuresOf }: SearchQuoteDeps) => ({
  /** The source's facts about a search, for `quote`. */
  async figures(actor: Actor, wanted: SearchRequest, signal: AbortSignal): Promise<QuoteFigures> {
    if (wanted.list_id !== undefined) await lists.find(actor, wanted.list_id, wanted.type)
    return figuresOf(actor.accountId, wanted, signal)
  },

  async quote(actor: Actor, wanted: SearchRequest, figures: QuoteFigures) {
    const input = quotedInput(sources, wanted)
    const { id, expiresAt } = await storeQuote(db, actor, input, figures)
    const available = await wallet.spendable(actor)
    const affordable =
      figures.unit_cost === 0
        ? figures.leads.max
        : Math.min(figures.leads.max, figures.already_paid + Math.floor(available / figures.unit_cost))
    return {
      id,
      near: pointOf(input.search),
      ...figures,
      skipped: readSearch(wanted.type, wanted.search, sources).skipped,
      available,
      affordable,
      expires_at: expiresAt,
    }
  },
})
