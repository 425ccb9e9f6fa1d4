import { sql } from 'kysely'
import { within } from '#server/platform/clock.ts'
import { type Db, isConnectionError } from '#server/platform/db/db.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { stalledLoops } from '#server/platform/queue/work-loop.ts'

/** Longer than any statement may take: a loop silent for longer hangs. */
const SILENT_MS = 90_000
/** Probes wait three seconds as a rule. */
const DATABASE_MS = 2000

/** Why this process is not ready to serve or work, a sentence each; empty when it is. */
export type Readiness = () => Promise<string[]>

/** Checks the database, its migrations, and the loops and workers of this process. */
export function createReadiness({
  db,
  silentJobs,
  silentForMs = SILENT_MS,
}: {
  db: Db
  silentJobs: (ms: number) => string[]
  silentForMs?: number
}): Readiness {
  let isMigrated = false

  async function databaseProblem(): Promise<string | null> {
    try {
      const query = isMigrated ? sql`select 1`.execute(db).then(() => []) : pendingMigrations(db)
      const pending = await within(DATABASE_MS, query)
      if (pending === 'late') return `The database has not answered within ${DATABASE_MS / 1000} seconds`
      isMigrated = pending.length === 0
      return isMigrated ? null : `${pending.length} migrations have not run yet`
    } catch (error) {
      if (!isConnectionError(error)) throw error
      return 'The database can’t be reached right now'
    }
  }

  return async () => {
    const problem = await databaseProblem()
    const stuck = [...stalledLoops(silentForMs), ...silentJobs(silentForMs)]
    return [
      ...(problem ? [problem] : []),
      ...(stuck.length > 0 ? [`Background work has stopped: ${stuck.join(', ')}. Restart this process`] : []),
    ]
  }
}
