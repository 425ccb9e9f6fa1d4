import { countHitRate } from '#contract/sources/source-stats.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { figuresOfRuns, sourceFigures, weekFigures } from './source-stats-reads.ts'
import { findSources, sumAttempts } from './source-stats-store.ts'

/** Minimum attempts for a forecast. */
const ENOUGH_ATTEMPTS = 20

const LABELS: Record<string, string> = {
  website: "The company's own website",
  sample: 'Sample data',
  corpus: 'Business data',
}

const formatLabel = (source: string, kind: string): string => {
  const label = LABELS[source] ?? source
  return kind === 'inferred' ? `${label}: inferred addresses` : label
}

/** Sources of addresses (any case), by lowercase address; without unknown ones. */
export async function findSourcesOfAddresses(
  ctx: Context,
  accountId: number,
  addresses: string[],
): Promise<Map<string, { source: string; kind: string }>> {
  const lowercase = addresses.map((address) => address.toLowerCase())
  const rows = lowercase.length > 0 ? await findSources(ctx.db, accountId, lowercase) : []
  return new Map(rows.map(({ address, source, kind }) => [address, { source, kind }]))
}

/** Average result of an attempt, from the account's last year; null when there is too little data. */
export async function averageAttempts(
  ctx: Context,
  accountId: number,
  source: string,
): Promise<{ attempts: number; hitRate: number; addressesPerAttempt: number } | null> {
  const { attempts, hits, addresses } = await sumAttempts(ctx.db, accountId, source)
  if (attempts < ENOUGH_ATTEMPTS) return null
  return {
    attempts,
    hitRate: countHitRate({ hits, attempts }) ?? 0,
    addressesPerAttempt: addresses / attempts,
  }
}

/** Each source's deliveries to these runs, limited to the account's. */
export async function showSourcesOfRuns(ctx: Context, actor: Actor, runIds: number[]) {
  const figures = await figuresOfRuns(ctx.db, actor.accountId, runIds)
  return figures.map((row) => ({
    ...row,
    delivered: Number(row.delivered),
    label: LABELS[row.source] ?? row.source,
  }))
}

/** Figures of the last `days`, in total and by week. */
export async function showSourceStats(ctx: Context, actor: Actor, days: number) {
  const [figures, by_week] = await Promise.all([
    sourceFigures(ctx.db, actor.accountId, days),
    weekFigures(ctx.db, actor.accountId, days, actor.timeZone),
  ])
  const data = figures.map((row) => ({
    ...row,
    hit_rate: countHitRate(row),
    label: formatLabel(row.source, row.kind),
  }))
  return { data, by_week: by_week.map((week) => ({ ...week, hit_rate: countHitRate(week) })) }
}
