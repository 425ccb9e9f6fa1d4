import * as api from '#contract/core/app-errors.ts'
import { logAppError } from '#contract/core/system.ts'
import { isOn } from '#server/modules/core/settings/index.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { listAppErrors, setAppErrorSolved, showAppError } from './app-errors.ts'
import { removeOldReports } from './app-errors-store.ts'

export { createAppErrors } from './app-errors.ts'

/** By address. */
const reportLimit = defineRateLimit({ name: 'app-error', points: 60, seconds: 60 * 60 })

/** Uncaught errors of the web application, reported by anybody within a rate limit; and reading all errors. */
const telemetryRoutes = (ctx: Context) => [
  publicRoute(logAppError, async ({ actor, body, ip, userAgent }) => {
    await reportLimit.consume(ctx, ip)
    if (await isOn(ctx.db, 'error_reports'))
      await ctx.errors.record({
        source: 'browser',
        message: body.message,
        stack: body.err ?? null,
        info: body.info ?? null,
        key: body.key,
        release: body.release,
        userAgent,
        accountId: actor?.accountId ?? null,
        userId: actor?.userId ?? null,
      })
    return { success: true as const }
  }),
  route(api.appErrors, ({ query }) => listAppErrors(ctx, query)),
  route(api.appError, ({ params }) => data(showAppError(ctx, params.id))),
  route(api.solveAppError, async ({ actor, params }) => ({
    data: await setAppErrorSolved(ctx, actor, params.id, true),
    message: 'Marked as solved',
  })),
  route(api.reopenAppError, async ({ actor, params }) => ({
    data: await setAppErrorSolved(ctx, actor, params.id, false),
    message: 'Error reopened',
  })),
]

export const telemetryModule = defineModule({
  routes: telemetryRoutes,
  housekeeping: (ctx) => ({ reports: () => removeOldReports(ctx.db) }),
})
