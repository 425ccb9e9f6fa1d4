import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface SourceCredentialTable {
  id: Generated<number>
  account_id: number
  source_id: string
  sealed: string
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    source_credential: SourceCredentialTable
  }
}

/** Stores an account's credential for a source, in place of the one it had. */
export const upsertCredential = (
  db: Db,
  credential: { accountId: number; sourceId: string; sealed: string; userId: number | null },
) =>
  db
    .insertInto('source_credential')
    .values({
      account_id: credential.accountId,
      source_id: credential.sourceId,
      sealed: credential.sealed,
      created_by: credential.userId,
    })
    .onConflict((oc) =>
      oc.columns(['account_id', 'source_id']).doUpdateSet({
        sealed: credential.sealed,
        created_by: credential.userId,
        created_at: sql<Date>`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

export const deleteCredential = (db: Db, accountId: number, sourceId: string) =>
  db
    .deleteFrom('source_credential')
    .where('account_id', '=', accountId)
    .where('source_id', '=', sourceId)
    .returning('id')
    .executeTakeFirst()

/** The account's own credential, else the nearest one of those above it. */
export const findNearest = (db: Db, accountId: number, sourceId: string) =>
  db
    .selectFrom('account as a')
    .innerJoin('source_credential as c', (join) => join.on(sql<boolean>`c.account_id = any(a.path)`))
    .innerJoin('account as owner', 'owner.id', 'c.account_id')
    .select(['c.id', 'c.account_id', 'c.sealed', 'owner.parent_id'])
    .where('a.id', '=', accountId)
    .where('c.source_id', '=', sourceId)
    .orderBy(sql`array_position(a.path, c.account_id)`, 'desc')
    .limit(1)
    .executeTakeFirst()
