import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

interface SourceCredentialTable {
  id: Generated<number>
  account_id: number
  source_id: string
  sealed: string
  created_by: number | null
  created_at: Generated<Date>
  hint: string | null
  tested_at: Date | null
  test_problem: string | null
  vendor_plan: string | null
  vendor_left: number | null
  daily_limit: number | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    source_credential: SourceCredentialTable
  }
}

/** The vendor's last test result for a key. */
export interface KeyTest {
  tested_at: Date | null
  test_problem: string | null
  vendor_plan: string | null
  vendor_left: number | null
}

/** Stores an account's credential for a source, replacing the previous one. */
export const upsertCredential = (
  db: Db,
  credential: {
    accountId: number
    sourceId: string
    sealed: string
    userId: number | null
    hint: string | null
    test: KeyTest
    /** Undefined leaves the limit as it is. */
    dailyLimit?: number | null
  },
) => {
  const set = {
    sealed: credential.sealed,
    created_by: credential.userId,
    hint: credential.hint,
    ...credential.test,
    ...(credential.dailyLimit !== undefined && { daily_limit: credential.dailyLimit }),
  }
  return db
    .insertInto('source_credential')
    .values({ account_id: credential.accountId, source_id: credential.sourceId, ...set })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'source_id'])
        .doUpdateSet({ ...set, created_at: sql<Date>`excluded.created_at` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The account's own credential, not an ancestor's. */
export const findOwn = (db: Db, accountId: number, sourceId: string) =>
  findRow(db, 'source_credential', { account_id: accountId, source_id: sourceId })

/** Changes a key's state or limit. @returns whether it exists. */
export const updateOwn = (
  db: Db,
  accountId: number,
  sourceId: string,
  set: Partial<KeyTest & { daily_limit: number | null }>,
) =>
  db
    .updateTable('source_credential')
    .set(set)
    .where('account_id', '=', accountId)
    .where('source_id', '=', sourceId)
    .returning('id')
    .executeTakeFirst()

export const deleteCredential = (db: Db, accountId: number, sourceId: string) =>
  db
    .deleteFrom('source_credential')
    .where('account_id', '=', accountId)
    .where('source_id', '=', sourceId)
    .returning('id')
    .executeTakeFirst()

/** The account's own credential, else the nearest ancestor's. */
export const findNearest = (db: Db, accountId: number, sourceId: string) =>
  db
    .selectFrom('account_node as a')
    .innerJoin('source_credential as c', (join) => join.on(sql<boolean>`c.account_id = any(a.path)`))
    .innerJoin('account_node as owner', 'owner.id', 'c.account_id')
    .select(['c.id', 'c.account_id', 'c.sealed', 'owner.parent_id'])
    .where('a.id', '=', accountId)
    .where('c.source_id', '=', sourceId)
    .orderBy(sql`array_position(a.path, c.account_id)`, 'desc')
    .limit(1)
    .executeTakeFirst()
