import { type Generated, sql } from 'kysely'
import { logAppError } from '#contract/core/system.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { publicRoute } from '#server/platform/http/route.ts'

interface AppErrorTable {
  id: Generated<number>
  account_id: number | null
  user_id: number | null
  message: string
  err: string | null
  info: string | null
  ip: string | null
  user_agent: string | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    app_error: AppErrorTable
  }
}

/** Forgets reports older than 90 days. */
export const removeOldReports = (db: Db) =>
  db.deleteFrom('app_error').where('created_at', '<', sql<Date>`now() - interval '90 days'`).execute()

/** Uncaught errors of the web application, reported by browsers. Anybody may report, so the number is limited. */
export const telemetryRoutes = ({ db, limit }: { db: Db; limit: RateLimit }) => [
  publicRoute(logAppError, async ({ actor, body, ip, userAgent }) => {
    await limit.consume(ip)
    await db
      .insertInto('app_error')
      .values({
        account_id: actor?.accountId ?? null,
        user_id: actor?.userId ?? null,
        message: body.message,
        err: body.err ?? null,
        info: body.info ?? null,
        ip,
        user_agent: userAgent,
      })
      .execute()
    return { success: true as const }
  }),
]
