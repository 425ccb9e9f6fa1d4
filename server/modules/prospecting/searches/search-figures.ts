import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { sentEntities } from '#server/modules/leads/crm/index.ts'
import { exportedEntities } from '#server/modules/leads/exports/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { SourceStatsService } from '#server/modules/sources/source-stats/index.ts'
import {
  callSource,
  notApplied,
  type ReadySource,
  retentionDays,
  type SourcesService,
  statusIn,
} from '#server/modules/sources/sources/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { QueriedSource } from '#server/providers/lead-sources/index.ts'
import { ceilingFigures, type QuoteFigures, quoteFigures, type SearchLimits } from './quote-figures.ts'
import { readSearch } from './search-input.ts'

export interface SearchQuery {
  type: ListTypeId
  search: unknown
}

export interface SearchRequest extends SearchQuery {
  limit?: number | undefined
  only_new: boolean
  /** The destination list: its leads are skipped, as with "only new". */
  list_id?: number | undefined
}

/**
 * Limits of a search's source: unsupported filters, skipped sources, and expiring values. For
 * several sources it is reported per source.
 */
function limitsOf(
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

interface SearchFiguresDeps {
  db: Db
  sources: Pick<SourcesService, 'find' | 'contextOf' | 'priceOf' | 'statuses'>
  leads: Pick<LeadsService, 'knownEntities' | 'inLists'>
  wallet: Pick<Wallet, 'chargedEntities'>
  sourceStats: Pick<SourceStatsService, 'averages'>
}

/** The sources' facts about searches, and what the account already has or would pay. */
export function createSearchFigures({ db, sources, leads, wallet, sourceStats }: SearchFiguresDeps) {
  /** How many of a search's results the account has or has paid, and how many of all matches. */
  async function knownOf(accountId: number, wanted: SearchRequest, keys: string[], first: number) {
    const { type, only_new, list_id } = wanted
    const entities = await leads.knownEntities(accountId, type, keys)
    const ids = (some: string[]) => some.flatMap((key) => entities.get(key) ?? [])
    const saved = await leads.inLists(accountId, ids(keys))
    const delivered = ids(keys.slice(0, first))
    const inLists =
      list_id === undefined || only_new
        ? delivered.filter((id) => saved.has(id)).length
        : (await leads.inLists(accountId, delivered, list_id)).size
    // Leads in a list are counted there.
    const downloaded = await exportedEntities(db, accountId, delivered)
    const exported = [...downloaded].filter((id) => !saved.has(id)).length
    const sent = await sentEntities(db, accountId, delivered)
    const inCrm = [...sent].filter((id) => !saved.has(id) && !downloaded.has(id)).length
    const paid = await wallet.chargedEntities(accountId, LIST_TYPES[type].chargeKind, delivered)
    return { saved: saved.size, inLists, exported, inCrm, paid: paid.size }
  }

  /** Sources with limited retention, and their days. */
  async function retentionOf(accountId: number, declarations: readonly SourceDeclaration[]) {
    const limited = declarations.filter(({ retentionDays }) => retentionDays !== null)
    if (limited.length === 0) return []
    const ids = limited.map(({ id }) => id)
    const days = new Map(
      (await sources.statuses(accountId, ids)).map((status) => [status.source_id, status.retention_days]),
    )
    return limited.map((declaration) => ({
      source: declaration.label,
      days: retentionDays(declaration, days.get(declaration.id) ?? null) as number,
    }))
  }

  /**
   * Queries the source about a search; `keys` are needed to compare with the account's leads, `ready` are states of
   * sources that were read already.
   */
  async function requestSource(
    accountId: number,
    { type, search }: SearchQuery,
    keys: number,
    signal: AbortSignal,
    ready: readonly ReadySource[] = [],
  ) {
    const { parsed, source, skipped } = readSearch(type, search, sources)
    const quote = await callSource(async () => {
      const context = await sources.contextOf(accountId, source, { signal, known: statusIn(ready, source) })
      return source.quote({ type, search: parsed }, { ...context, keys })
    })
    // Values as requested, without the schema's defaults: nobody chose those.
    const own = notApplied(source.declaration, type, search)
    const { sources: used, ...limits } = limitsOf(source.declaration, own, quote.requested)
    return { ...quote, ...limits, retention: await retentionOf(accountId, used), parsed, skipped }
  }

  async function figuresOf(
    accountId: number,
    wanted: SearchRequest,
    signal: AbortSignal,
  ): Promise<QuoteFigures> {
    const { parsed, source } = readSearch(wanted.type, wanted.search, sources)
    const { chargeKind } = LIST_TYPES[wanted.type]
    const unitCost = await sources.priceOf(accountId, source.declaration, chargeKind)
    const limit = wanted.limit ?? MAX_SEARCH_LIMIT
    const excludes = wanted.only_new || wanted.list_id !== undefined
    const quote = await requestSource(accountId, wanted, MAX_SEARCH_LIMIT, signal)
    const { ceiling, matched, withoutCoordinates, keys, isEstimate } = quote
    const limits = { notApplied: quote.notApplied, leftOut: quote.leftOut, retention: quote.retention }
    if (ceiling) {
      const own = await sourceStats.averages(accountId, source.declaration.id)
      const average = own?.addressesPerAttempt ?? ceiling.average
      const units = source.unitsOf?.(parsed)?.length ?? 0
      const { leadsPerUnit } = ceiling
      return ceilingFigures({ units, leadsPerUnit, average, ...limits, limit, unitCost })
    }
    // When leads are skipped any match may be delivered; else only the first ones.
    const known = await knownOf(accountId, wanted, keys, excludes ? keys.length : limit)
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

  return { requestSource, figuresOf }
}

export type SearchFigures = ReturnType<typeof createSearchFigures>
