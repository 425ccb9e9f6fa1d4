import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { QuoteFigures } from './quote-figures.ts'
import { figuresOfSearch, type SearchRequest, type Wanted } from './search-figures.ts'
import { readPoint, readSearch } from './search-input.ts'

/** A quote's subject; a run with the quote must request the same. */
export const quotedInput = (wanted: SearchRequest) => ({
  type: wanted.type,
  search: wanted.search,
  limit: wanted.limit ?? null,
  only_new: wanted.only_new,
  list_id: wanted.list_id ?? null,
})

/** Reads a search and queries its source, for `quoteSearch`. */
export async function prepareQuote(
  ctx: Context,
  actor: Actor,
  wanted: Wanted<SearchRequest>,
  signal: AbortSignal,
): Promise<{ request: SearchRequest; figures: QuoteFigures }> {
  const request = { ...wanted, ...(await readSearch(ctx, actor.accountId, wanted)) }
  if (wanted.list_id !== undefined) await findOwnList(ctx, actor, wanted.list_id, wanted.type)
  return { request, figures: await figuresOfSearch(ctx, actor.accountId, request, signal) }
}

/** Stores a quote of these figures, which a search can be started with. */
export async function quoteSearch(
  ctx: Context,
  actor: Actor,
  { request, figures }: Awaited<ReturnType<typeof prepareQuote>>,
) {
  const input = quotedInput(request)
  const { id, expiresAt } = await storeQuote(ctx.db, actor, input, figures)
  const available = await findSpendable(ctx, actor)
  const affordable =
    figures.unit_cost === 0
      ? figures.leads.max
      : Math.min(figures.leads.max, figures.already_paid + Math.floor(available / figures.unit_cost))
  return {
    id,
    near: readPoint(input.search),
    ...figures,
    skipped: request.skipped,
    available,
    affordable,
    expires_at: expiresAt,
  }
}
