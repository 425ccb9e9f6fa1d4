import { type ChargeKind, CREDIT_COSTS } from '#contract/core/constants.ts'
import type { Searcher } from '#contract/sources/searchers.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { park, unparkSource } from './health-store.ts'
import { chargeKindsOf } from './present-source.ts'
import { createRetention, presentRetention, type RetentionDeps } from './retention-service.ts'
import { type SearcherFigures, searcherFigures, usesByDay } from './searchers-reads.ts'
import { findSettings, saveOrder, saveSetting } from './settings-store.ts'
import type { SourceStatus } from './source-status-reads.ts'
import type { SourcesService } from './sources-service.ts'

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
        : chargeKindsOf(declaration).map((kind) => ({
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

/** Administrators' source settings, and each source's performance. */
export function createSearchers({
  db,
  sources,
  now,
  countExpiring,
}: Pick<RetentionDeps, 'db' | 'now' | 'countExpiring'> & { sources: SourcesService }) {
  const retention = createRetention({ db, sources, now, countExpiring })
  async function list(accountId: number, days: number, only?: string): Promise<Searcher[]> {
    const all = sources.all().filter(({ declaration }) => only === undefined || declaration.id === only)
    const ids = all.map(({ declaration }) => declaration.id)
    const figures = await searcherFigures(db, ids, days, now())
    return (await sources.statuses(accountId, ids)).flatMap((status) => {
      const source = all.find(({ declaration }) => declaration.id === status.source_id)
      const found = figures.find(({ source_id }) => source_id === status.source_id)
      return source && found ? [present(source, status, found)] : []
    })
  }
  const DAYS = 7
  async function show(accountId: number, id: string): Promise<Searcher> {
    const [found] = await list(accountId, DAYS, id)
    if (!found) throw notFound('The source')
    return found
  }
  const requireSource = (id: string) => {
    if (!sources.all().some(({ declaration }) => declaration.id === id)) throw notFound('The source')
  }

  return {
    async index(actor: Actor, days: number) {
      return {
        data: await list(actor.accountId, days),
        by_day: await usesByDay(db, days, actor.timeZone, now()),
      }
    },

    async change(
      actor: Actor,
      id: string,
      setting: { is_on: boolean; prices: Partial<Record<ChargeKind, number>>; daily_limit: number | null },
    ): Promise<Searcher> {
      requireSource(id)
      await transaction(db, async () => {
        const before = (await findSettings(db)).find(({ source_id }) => source_id === id)
        await saveSetting(db, id, setting)
        const { is_on = true, prices = {}, daily_limit = null } = before ?? {}
        const detail = fieldChanges({ is_on, prices, daily_limit }, setting)
        recordAudit(db, { accountId: actor.accountId, subject: `source:${id}`, detail })
      })
      return show(actor.accountId, id)
    },

    previewRetention: (id: string, days: number) => retention.preview(id, days),

    async setRetention(actor: Actor, id: string, days: number): Promise<Searcher> {
      await retention.set(actor, id, days)
      return show(actor.accountId, id)
    },

    /** Sets the order of sources; skips unknown ids. */
    async order(actor: Actor, ids: readonly string[]): Promise<void> {
      const known = new Set(sources.all().map(({ declaration }) => declaration.id))
      const order = [...new Set(ids)].filter((id) => known.has(id))
      await transaction(db, async () => {
        await saveOrder(db, order)
        recordAudit(db, { accountId: actor.accountId, detail: { order } })
      })
    },

    async park(actor: Actor, id: string, minutes: number | null): Promise<Searcher> {
      requireSource(id)
      const at = now()
      const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE_MS)
      await transaction(db, async () => {
        await park(db, { sourceId: id, credentialId: 0 }, { until, reason: 'admin' }, at)
        recordAudit(db, { accountId: actor.accountId, subject: `source:${id}`, detail: { minutes } })
      })
      return show(actor.accountId, id)
    },

    async unpark(actor: Actor, id: string): Promise<Searcher> {
      requireSource(id)
      await transaction(db, async () => {
        await unparkSource(db, id)
        recordAudit(db, { accountId: actor.accountId, subject: `source:${id}` })
      })
      return show(actor.accountId, id)
    },
  }
}

export type SearchersService = ReturnType<typeof createSearchers>
