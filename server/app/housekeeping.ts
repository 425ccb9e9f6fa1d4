import type { Context } from '#server/platform/context.ts'
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import { removeOldCounters } from '#server/platform/http/rate-limit.ts'
import { removeOldPaces } from '#server/platform/pace.ts'
import { runSteps } from '#server/platform/queue/for-each-item.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'

/** The nightly clean-up of all modules and the platform. A step that fails does not keep the others from running. */
export const housekeepingJob = (ctx: Context): JobDefinition<never> =>
  scheduledJob({
    name: 'housekeeping',
    retries: 3,
    cron: '17 3 * * *',
    handle: () =>
      runSteps({
        ...Object.assign({}, ...ctx.modules.map((module) => module.housekeeping?.(ctx))),
        keys: () => forgetOldKeys(ctx.db),
        paces: () => removeOldPaces(ctx.db),
        counters: () => removeOldCounters(ctx.pool),
      }),
  })
