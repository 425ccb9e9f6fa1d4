import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db/db.ts'

/** The row of `installation` with the time since which nothing may reach anyone. */
const NAME = 'paused_since'

/**
 * Marks a restored installation: until somebody ends the pause, it sends nothing and only administrators get in. A copy
 * would otherwise send mails, webhooks and payments that the original has sent, too.
 */
export const pauseInstallation = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    'insert into installation (name, value) values ($1, now()::text) on conflict (name) do nothing',
    [NAME],
  )

/** Since when the installation is paused; null when it isn't. */
export async function findPause(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select value::timestamptz as since from installation where name = ${NAME}`.execute(db)
  return rows[0]?.since ?? null
}

/** @returns whether there was a pause to end. */
export async function endPause(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from installation where name = ${NAME}`.execute(db)
  return numAffectedRows === 1n
}
