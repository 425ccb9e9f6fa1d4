import { appError, appErrors, reopenAppError, solveAppError } from '#contract/core/app-errors.ts'
import { logAppError } from '#contract/core/system.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import type { AppErrors } from './app-errors-service.ts'

export { type AppErrors, createAppErrors } from './app-errors-service.ts'
export { removeOldReports } from './app-errors-store.ts'

export interface TelemetryDeps {
  errors: AppErrors
  /** Rate limit of reports, by address. */
  limit: RateLimit
  /** Whether browsers' reports are stored. */
  acceptsReports(): Promise<boolean>
}

/** Uncaught errors of the web application, reported by anybody within a rate limit; and reading all errors. */
export const telemetryRoutes = ({ errors, limit, acceptsReports }: TelemetryDeps) => [
  publicRoute(logAppError, async ({ actor, body, ip, userAgent }) => {
    await limit.consume(ip)
    if (await acceptsReports())
      await errors.record({
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
  route(appErrors, ({ query }) => errors.page(query)),
  route(appError, ({ params }) => data(errors.show(params.id))),
  route(solveAppError, async ({ actor, params }) => ({
    data: await errors.solve(actor, params.id),
    message: 'Marked as solved',
  })),
  route(reopenAppError, async ({ actor, params }) => ({
    data: await errors.reopen(actor, params.id),
    message: 'Error reopened',
  })),
]
