import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/**
 * Runs `work` concurrently with an audited change that holds the account's audit chain, and makes that change
 * reference the account once `work` waits for the chain. A deadlock fails one of them.
 */
export async function duringAuditedChange<T>(
  { app }: TestApp,
  accountId: number,
  work: () => Promise<T>,
): Promise<T> {
  const { pool } = app.database
  const waiting = async () =>
    (
      await pool.query(`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).rows[0].n
  const change = await pool.connect()
  try {
    await change.query('begin')
    await change.query('select 1 from audit_chain where account_id = $1 for update', [accountId])
    const done = work()
    done.catch(() => {})
    await expect.poll(waiting).toBe(1)
    await change.query('select 1 from account where id = $1 for key share', [accountId])
    await change.query('commit')
    return await done
  } finally {
    await change.query('rollback')
    change.release()
  }
}
