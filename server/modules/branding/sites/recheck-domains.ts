import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { DAY_MS, lookUpInDns } from './domain-record.ts'
import { judgeDomain } from './domain-state.ts'
import { findDueDomains } from './domains-store.ts'

const HOUR_MS = 60 * 60 * 1000
/** Days of automatic checks for a new domain's record; later someone must request a check. */
const PENDING_DAYS = 14
const AT_ONCE = 10

/** Checks the records of served and new domains. @returns how many. */
export async function recheckDomains(ctx: Context): Promise<number> {
  const now = ctx.clock.now().getTime()
  const due = await findDueDomains(ctx.db, new Date(now - HOUR_MS / 2), new Date(now - PENDING_DAYS * DAY_MS))
  await forEachItem(
    'domains',
    due,
    async (row) => {
      const found = await lookUpInDns(ctx.dns, row, ctx.site)
      try {
        await judgeDomain(ctx, row.id, found, false)
      } catch (error) {
        // Another site was served on it first.
        if (!isUniqueViolation(error, 'site_domain_served')) throw error
        await judgeDomain(ctx, row.id, { ...found, proof: 'absent' }, false)
      }
    },
    { nameItem: ({ host }) => host, atOnce: AT_ONCE },
  )
  return due.length
}

/** Every hour. */
export const domainsJob = (ctx: Context): JobDefinition<never> =>
  scheduledJob({
    name: 'domains.recheck',
    cron: '23 * * * *',
    retries: 2,
    handle: async () => {
      await recheckDomains(ctx)
    },
  })
