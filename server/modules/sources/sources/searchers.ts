import { type ChargeKind, CREDIT_COSTS } from '#contract/core/constants.ts'
import type { Searcher } from '#contract/sources/searchers.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { park, unparkSource } from './health-store.ts'
import { listChargeKinds } from './present-source.ts'
import { listSourceStatuses } from './ready-sources.ts'
import { presentRetention, setRetention } from './retention.ts'
import { type SearcherFigures, searcherFigures, usesByDay } from './searchers-reads.ts'
import { findSettings, saveOrder, saveSetting } from './settings-store.ts'
import { listAllSources } from './source-registry.ts'
import type { SourceStatus } from './source-status-reads.ts'

const MINUTE_MS = 60_000

function present({ declaration }: LeadSource, status: SourceStatus, figures: SearcherFigures): Searcher {
  const { id, label, answers, vendorPrice } = declaration
  const { asked, hits, failed, vendor_cost, ms, keys, has_platform_key, failures } = figures
  const { is_parked, parked_until, park_reason, parked_keys, errors } = figures
  return {
    id,
    label,
    keys,
    has_platform_key,
    failures,
    is_parked,
    park_reason,
    parked_keys,
    errors,
    requests: asked,
    hits,
    failed,
    vendor_cost,
    list_types: Object.keys(answers),
    is_on: status.is_on,
    needs_key: needsKey(declaration),
    charge_kinds:
      declaration.price === 'free'
        ? []
        : listChargeKinds(declaration)
            .filter((kind) => !declaration.freeParts.includes(kind))
            .map((kind) => ({
              charge_kind: kind,
              standard: CREDIT_COSTS[kind],
              credits: status.prices[kind] ?? null,
            })),
    daily_limit: status.limit,
    vendor_price: vendorPrice,
    retention: presentRetention(declaration, status.retention_days),
    parked_until: parked_until?.toISOString() ?? null,
    hit_rate: asked > 0 ? hits / asked : null,
    seconds: asked > 0 ? ms / asked / 1000 : 0,
  }
}

const DAYS = 7

async function presentSearchers(
  ctx: Context,
  accountId: number,
  days: number,
  only?: string,
): Promise<Searcher[]> {
  const all = listAllSources(ctx).filter(({ declaration }) => only === undefined || declaration.id === only)
  const ids = all.map(({ declaration }) => declaration.id)
  const figures = await searcherFigures(ctx.db, ids, days, ctx.clock.now())
  return (await listSourceStatuses(ctx, accountId, ids)).flatMap((status) => {
    const source = all.find(({ declaration }) => declaration.id === status.source_id)
    const found = figures.find(({ source_id }) => source_id === status.source_id)
    return source && found ? [present(source, status, found)] : []
  })
}

async function showSearcher(ctx: Context, accountId: number, id: string): Promise<Searcher> {
  const [found] = await presentSearchers(ctx, accountId, DAYS, id)
  if (!found) throw notFound('The source')
  return found
}

function requireSource(ctx: Context, id: string) {
  if (!listAllSources(ctx).some(({ declaration }) => declaration.id === id)) throw notFound('The source')
}

/** Sources with their performance over the last `days`, and their requests by day. */
export async function listSearchers(ctx: Context, actor: Actor, days: number) {
  return {
    data: await presentSearchers(ctx, actor.accountId, days),
    by_day: await usesByDay(ctx.db, days, actor.timeZone, ctx.clock.now()),
  }
}

export async function changeSearcher(
  ctx: Context,
  actor: Actor,
  id: string,
  setting: { is_on: boolean; prices: Partial<Record<ChargeKind, number>>; daily_limit: number | null },
): Promise<Searcher> {
  requireSource(ctx, id)
  await transaction(ctx.db, async () => {
    const before = (await findSettings(ctx.db)).find(({ source_id }) => source_id === id)
    await saveSetting(ctx.db, id, setting)
    const { is_on = true, prices = {}, daily_limit = null } = before ?? {}
    const detail = fieldChanges({ is_on, prices, daily_limit }, setting)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `source:${id}`, detail })
  })
  return showSearcher(ctx, actor.accountId, id)
}

export async function setSearcherRetention(
  ctx: Context,
  actor: Actor,
  id: string,
  days: number,
): Promise<Searcher> {
  await setRetention(ctx, actor, id, days)
  return showSearcher(ctx, actor.accountId, id)
}

/** Sets the order of sources; skips unknown ids. */
export async function orderSearchers(ctx: Context, actor: Actor, ids: readonly string[]): Promise<void> {
  const known = new Set(listAllSources(ctx).map(({ declaration }) => declaration.id))
  const order = [...new Set(ids)].filter((id) => known.has(id))
  await transaction(ctx.db, async () => {
    await saveOrder(ctx.db, order)
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { order } })
  })
}

export async function parkSearcher(
  ctx: Context,
  actor: Actor,
  id: string,
  minutes: number | null,
): Promise<Searcher> {
  requireSource(ctx, id)
  const at = ctx.clock.now()
  const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE_MS)
  await transaction(ctx.db, async () => {
    await park(ctx.db, { sourceId: id, credentialId: 0 }, { until, reason: 'admin' }, at)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `source:${id}`, detail: { minutes } })
  })
  return showSearcher(ctx, actor.accountId, id)
}

export async function unparkSearcher(ctx: Context, actor: Actor, id: string): Promise<Searcher> {
  requireSource(ctx, id)
  await transaction(ctx.db, async () => {
    await unparkSource(ctx.db, id)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `source:${id}` })
  })
  return showSearcher(ctx, actor.accountId, id)
}
