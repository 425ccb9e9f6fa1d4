import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { findChargedEntities } from '#server/modules/accounts/wallet/index.ts'
import { sentEntities } from '#server/modules/leads/crm/index.ts'
import { exportedEntities } from '#server/modules/leads/exports/index.ts'
import { findEntitiesInLists, findKnownEntities } from '#server/modules/leads/leads/index.ts'
import { averageAttempts } from '#server/modules/sources/source-stats/index.ts'
import {
  callSource,
  createSourceContext,
  findUnitPrice,
  listSourceStatuses,
  notApplied,
  retentionDays,
  statusIn,
} from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { QueriedSource } from '#server/providers/lead-sources/index.ts'
import { ceilingFigures, type QuoteFigures, quoteFigures, type SearchLimits } from './quote-figures.ts'
import type { ParsedSearch, SearchQuery } from './search-input.ts'

export interface SearchRequest extends ParsedSearch {
  limit?: number
  only_new: boolean
  /** The destination list: its leads are skipped, as with "only new". */
  list_id?: number
}

/** The same before its search is read. */
export type Wanted<Request extends SearchRequest> = Omit<Request, keyof ParsedSearch> & SearchQuery

/**
 * Limits of a search's source: unsupported filters, skipped sources, and expiring values. For
 * several sources it is reported per source.
 */
function findLimits(
  declaration: SourceDeclaration,
  own: string[],
  requested: readonly QueriedSource[] = [],
): Omit<SearchLimits, 'retention'> & { sources: SourceDeclaration[] } {
  const used = requested.filter(({ leftOut }) => leftOut === null)
  const sources = requested.length > 0 ? used.map((source) => source.declaration) : [declaration]
  return {
    notApplied: [
      ...own,
      ...used.flatMap((source) => source.notApplied.map((label) => `${label} (${source.declaration.label})`)),
    ],
    leftOut: requested.flatMap(({ declaration: { label }, leftOut }) =>
      leftOut === null ? [] : [{ source: label, reason: leftOut }],
    ),
    sources,
  }
}

/** How many of a search's results the account has or has paid, and how many of all matches. */
async function findKnown(
  ctx: Context,
  accountId: number,
  wanted: SearchRequest,
  keys: string[],
  first: number,
) {
  const { type, only_new, list_id } = wanted
  const entities = await findKnownEntities(ctx, accountId, type, keys)
  const ids = (some: string[]) => some.flatMap((key) => entities.get(key) ?? [])
  const saved = await findEntitiesInLists(ctx, accountId, ids(keys))
  const delivered = ids(keys.slice(0, first))
  const inLists =
    list_id === undefined || only_new
      ? delivered.filter((id) => saved.has(id)).length
      : (await findEntitiesInLists(ctx, accountId, delivered, list_id)).size
  // Leads in a list are counted there.
  const downloaded = await exportedEntities(ctx.db, accountId, delivered)
  const exported = [...downloaded].filter((id) => !saved.has(id)).length
  const sent = await sentEntities(ctx.db, accountId, delivered)
  const inCrm = [...sent].filter((id) => !saved.has(id) && !downloaded.has(id)).length
  const paid = await findChargedEntities(ctx, accountId, LIST_TYPES[type].chargeKind, delivered)
  return { saved: saved.size, inLists, exported, inCrm, paid: paid.size }
}

/** Sources with limited retention, and their days. */
async function findRetention(ctx: Context, accountId: number, declarations: readonly SourceDeclaration[]) {
  const limited = declarations.filter(({ retentionDays }) => retentionDays !== null)
  if (limited.length === 0) return []
  const ids = limited.map(({ id }) => id)
  const days = new Map(
    (await listSourceStatuses(ctx, accountId, ids)).map((status) => [
      status.source_id,
      status.retention_days,
    ]),
  )
  return limited.map((declaration) => ({
    source: declaration.label,
    days: retentionDays(declaration, days.get(declaration.id) ?? null) as number,
  }))
}

/** Queries the source about a search; `keys` are needed to compare with the account's leads. */
export async function requestSourceFigures(
  ctx: Context,
  accountId: number,
  { type, written, search, source, ready }: ParsedSearch,
  keys: number,
  signal: AbortSignal,
) {
  const quote = await callSource(async () => {
    const context = await createSourceContext(ctx, accountId, source, {
      signal,
      known: statusIn(ready, source),
    })
    return source.quote({ type, search }, { ...context, keys })
  })
  // Values as requested, without the schema's defaults: nobody chose those.
  const own = notApplied(source.declaration, type, written)
  const { sources: used, ...limits } = findLimits(source.declaration, own, quote.requested)
  return { ...quote, ...limits, retention: await findRetention(ctx, accountId, used) }
}

/** What a search would deliver and cost, with what the account already has or has paid. */
export async function figuresOfSearch(
  ctx: Context,
  accountId: number,
  wanted: SearchRequest,
  signal: AbortSignal,
): Promise<QuoteFigures> {
  const { search, source } = wanted
  const { chargeKind } = LIST_TYPES[wanted.type]
  const unitCost = await findUnitPrice(ctx, accountId, source.declaration, chargeKind)
  const limit = wanted.limit ?? MAX_SEARCH_LIMIT
  const excludes = wanted.only_new || wanted.list_id !== undefined
  const quote = await requestSourceFigures(ctx, accountId, wanted, MAX_SEARCH_LIMIT, signal)
  const { ceiling, matched, withoutCoordinates, keys, isEstimate } = quote
  const limits = { notApplied: quote.notApplied, leftOut: quote.leftOut, retention: quote.retention }
  if (ceiling) {
    const own = await averageAttempts(ctx, accountId, source.declaration.id)
    const average = own?.addressesPerAttempt ?? ceiling.average
    const units = source.listUnits?.(search)?.length ?? 0
    const { leadsPerUnit } = ceiling
    return ceilingFigures({ units, leadsPerUnit, average, ...limits, limit, unitCost })
  }
  // When leads are skipped any match may be delivered; else only the first ones.
  const known = await findKnown(ctx, accountId, wanted, keys, excludes ? keys.length : limit)
  return quoteFigures({
    matched,
    withoutCoordinates,
    ...limits,
    ...known,
    saved: isEstimate || keys.length < matched ? null : known.saved,
    limit,
    onlyNew: excludes,
    withoutUsed: wanted.only_new,
    unitCost,
  })
}
