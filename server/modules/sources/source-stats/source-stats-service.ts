import { hitRateOf } from '#contract/sources/source-stats.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { figuresOfRuns, sourceFigures, weekFigures } from './source-stats-reads.ts'
import { findSources, insertAttempts, insertFound, sumAttempts } from './source-stats-store.ts'

/** Fewer attempts say nothing about the next one. */
const ENOUGH_ATTEMPTS = 20

const LABELS: Record<string, string> = {
  website: "The company's own website",
  sample: 'Sample data',
  corpus: 'Business data',
}

const labelOf = (source: string, kind: string): string => {
  const label = LABELS[source] ?? source
  return kind === 'inferred' ? `${label}: inferred addresses` : label
}

/** How sources did on the account's own data: what they were asked, what they delivered, and what happened to it. */
export function createSourceStats({ db }: { db: Db }) {
  return {
    /** Writes what sources were asked, in the transaction that delivers it. Written again by a resumed run, it counts once. */
    recordAttempts: insertAttempts,

    /** Writes where delivered addresses came from; the first source of an address stays. */
    recordFound: insertFound,

    /** Where addresses (any case) came from, by address in lower case; unknown ones are absent. */
    async sourceOf(
      on: Db,
      accountId: number,
      addresses: string[],
    ): Promise<Map<string, { source: string; kind: string }>> {
      const wanted = addresses.map((address) => address.toLowerCase())
      const rows = wanted.length > 0 ? await findSources(on, accountId, wanted) : []
      return new Map(rows.map(({ address, source, kind }) => [address, { source, kind }]))
    },

    /** What one attempt brings on average, from the account's last year; null when there is too little to tell. */
    async averages(
      accountId: number,
      source: string,
    ): Promise<{ attempts: number; hitRate: number; addressesPerAttempt: number } | null> {
      const { attempts, hits, addresses } = await sumAttempts(db, accountId, source)
      if (attempts < ENOUGH_ATTEMPTS) return null
      return {
        attempts,
        hitRate: hitRateOf({ hits, attempts }) ?? 0,
        addressesPerAttempt: addresses / attempts,
      }
    },

    /** What each source delivered to these runs; those of others are absent. */
    async ofRuns(actor: Actor, runIds: number[]) {
      const figures = await figuresOfRuns(db, actor.accountId, runIds)
      return figures.map((row) => ({
        ...row,
        delivered: Number(row.delivered),
        label: LABELS[row.source] ?? row.source,
      }))
    },

    /** The figures of the last `days`, whole and by week. */
    async show(actor: Actor, days: number) {
      const [figures, by_week] = await Promise.all([
        sourceFigures(db, actor.accountId, days),
        weekFigures(db, actor.accountId, days, actor.timeZone),
      ])
      const data = figures.map((row) => ({
        ...row,
        hit_rate: hitRateOf(row),
        label: labelOf(row.source, row.kind),
      }))
      return { data, by_week: by_week.map((week) => ({ ...week, hit_rate: hitRateOf(week) })) }
    },
  }
}

export type SourceStatsService = ReturnType<typeof createSourceStats>
