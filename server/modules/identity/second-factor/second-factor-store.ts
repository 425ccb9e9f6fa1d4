import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRows, updateRows } from '#server/platform/db/rows.ts'

interface SecondFactorTable {
  user_id: number
  secret_sealed: string
  enabled_at: Date | null
  last_step: Generated<number>
  created_at: Generated<Date>
}
interface RecoveryCodeTable {
  user_id: number
  code_hash: string
  used_at: Generated<Date | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    second_factor: SecondFactorTable
    recovery_code: RecoveryCodeTable
  }
}
export type SecondFactorRow = Selectable<SecondFactorTable>

/** Minutes to confirm a secret; an older one may have been seen. */
const CONFIRM_WITHIN_MINUTES = 60
const now = sql<Date>`now()`

export const findFactor = (db: Db, userId: number): Promise<SecondFactorRow | undefined> =>
  findRow(db, 'second_factor', { user_id: userId })

/** The row, locked until the transaction ends: changes of factor or codes lock it first, to avoid deadlocks. */
export const lockFactor = (db: Db, userId: number) =>
  db
    .selectFrom('second_factor')
    .selectAll()
    .select(
      sql<boolean>`created_at > now() - make_interval(mins => ${CONFIRM_WITHIN_MINUTES})`.as('is_recent'),
    )
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Stores a secret waiting for its first code, replacing an earlier one; false when the factor is on. */
export async function storeWaitingSecret(db: Db, userId: number, sealed: string): Promise<boolean> {
  const row = await db
    .insertInto('second_factor')
    .values({ user_id: userId, secret_sealed: sealed, enabled_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed: sealed, last_step: 0, created_at: sql<Date>`excluded.created_at` })
        .where('second_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const switchOn = (db: Db, userId: number, step: number) =>
  updateRows(db, 'second_factor', { user_id: userId }, { enabled_at: now, last_step: step })

export async function switchOff(db: Db, userId: number): Promise<void> {
  await deleteRows(db, 'recovery_code', { user_id: userId })
  await deleteRows(db, 'second_factor', { user_id: userId })
}

/**
 * Uses up a step of this very secret; false when it or a later one was used. One statement, so that only one of
 * two concurrent uses succeeds.
 */
export async function consumeStep(db: Db, factor: SecondFactorRow, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', factor.user_id)
    .where('secret_sealed', '=', factor.secret_sealed)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function unusedCodes(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return rows.map((row) => row.code_hash)
}

/** Uses up a recovery code; false when another call was faster. */
export async function consumeCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceCodes(db: Db, userId: number, hashes: string[]): Promise<void> {
  await deleteRows(db, 'recovery_code', { user_id: userId })
  await insertRows(
    db,
    'recovery_code',
    hashes.map((hash) => ({ user_id: userId, code_hash: hash })),
  )
}

export async function usersWithFactor(db: Db, userIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('enabled_at', 'is not', null)
    .execute()
  return rows.map((row) => row.user_id)
}
