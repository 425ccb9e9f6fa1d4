import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_reach: { id: number; state: Record<string, unknown>; updated_at: Date }
  }
}

/** Whether mail servers can be reached from here, shared by all processes. */
export const createReachStorage = (db: Db) => ({
  /** The last saved state; null before any attempt. */
  async load(): Promise<Record<string, unknown> | null> {
    const row = await findRow(db, 'mail_reach', { id: 1 }, ['state'])
    return row?.state ?? null
  },
  async save(state: object): Promise<void> {
    await sql`
      insert into mail_reach (id, state) values (1, ${JSON.stringify(state)})
      on conflict (id) do update set state = excluded.state, updated_at = excluded.updated_at`.execute(db)
  },
})
