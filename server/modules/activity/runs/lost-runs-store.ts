import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface LostRun {
  account_id: number
  id: number
}

/**
 * Unfinished runs without a worker: it died, or their job was lost. A locked row belongs to a running step. Rows
 * are locked account by account, as a cluster requires.
 */
export async function findOrphans(db: Db): Promise<LostRun[]> {
  const { rows: lost } = await sql<LostRun>`select account_id, id from run
    where state in ('queued', 'running') and lease_until < now() limit 100`.execute(db)
  const orphans: LostRun[] = []
  for (const [accountId, runs] of Map.groupBy(lost, ({ account_id }) => account_id)) {
    const { rows } = await sql<LostRun>`select account_id, id from run
      where account_id = ${accountId} and id = any(${runs.map(({ id }) => id)}::bigint[])
        and state in ('queued', 'running') and lease_until < now() for update skip locked`.execute(db)
    orphans.push(...rows)
  }
  return orphans
}
