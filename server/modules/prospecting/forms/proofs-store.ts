import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface SpentProofTable {
  account_id: number
  proof: string
  expires_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    spent_proof: SpentProofTable
  }
}

/** Stores a used proof until it would have expired anyway. @returns false if it is stored already */
export async function spendProof(
  db: Db,
  accountId: number,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_proof')
    .values({ account_id: accountId, proof: id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const removeExpiredProofs = (db: Db) =>
  db.deleteFrom('spent_proof').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
