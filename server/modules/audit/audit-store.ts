import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface AuditEntryTable {
  account_id: number
  seq: number
  at: Date
  action: string
  user_id: number | null
  actor_user_id: number | null
  credential: 'session' | 'api_key' | 'none'
  subject: string | null
  detail: Record<string, unknown> | null
  salt: Buffer | null
  digest: Buffer
  hash: Buffer
}
interface AuditChainTable {
  account_id: number
  seq: number
  hash: Buffer
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    audit_entry: AuditEntryTable
    audit_chain: AuditChainTable
  }
}
export type AuditRow = Selectable<AuditEntryTable>

/** The end of an account's chain, locked until the transaction ends, with the moment of now in milliseconds. */
export const lockChain = (db: Db, accountId: number) =>
  db
    .insertInto('audit_chain')
    .values({ account_id: accountId, seq: 0, hash: sql`decode(repeat('00', 32), 'hex')` })
    .onConflict((oc) => oc.column('account_id').doUpdateSet({ seq: sql<number>`audit_chain.seq` }))
    .returning(['seq', 'hash', sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('at')])
    .executeTakeFirstOrThrow()

/** Writes an entry at the end of the chain, which the caller has locked. */
export async function appendEntry(db: Db, entry: AuditRow): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({ ...entry, detail: entry.detail ? (JSON.stringify(entry.detail) as never) : null })
    .execute()
  await db
    .updateTable('audit_chain')
    .set({ seq: entry.seq, hash: entry.hash })
    .where('account_id', '=', entry.account_id)
    .execute()
}

export const chainEnd = (db: Db, accountId: number) =>
  db.selectFrom('audit_chain').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** A stretch of the chain after `seq`, in order. */
export const entriesAfter = (db: Db, accountId: number, seq: number, limit: number): Promise<AuditRow[]> =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
