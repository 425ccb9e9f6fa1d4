import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface DeferredChargeTable {
  account_id: number
  entity_id: number
  charge_kind: string
  run_id: number
  lead_id: number
  user_id: number | null
  amount: number
  source: string | null
  created_at: Generated<Date>
  settled_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    deferred_charge: DeferredChargeTable
  }
}
export type DeferredCharge = Selectable<DeferredChargeTable>

/** Stores what may be charged later; an entity is owed once, by the run that delivered it first. */
export async function insertDeferred(
  db: Db,
  charges: Omit<DeferredCharge, 'created_at' | 'settled_at'>[],
): Promise<void> {
  if (charges.length === 0) return
  await db
    .insertInto('deferred_charge')
    .values(charges.map((charge) => ({ ...charge, settled_at: null })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}

const ofEntities = (accountId: number, chargeKind: string, entityIds: number[]) =>
  sql<boolean>`account_id = ${accountId} and charge_kind = ${chargeKind}
    and entity_id = any(${entityIds}::bigint[]) and settled_at is null`

export const findDeferred = (db: Db, accountId: number, chargeKind: string, entityIds: number[]) =>
  db
    .selectFrom('deferred_charge')
    .selectAll()
    .where(ofEntities(accountId, chargeKind, entityIds))
    .executeTakeFirst()

/** Closes these entities' open charges, once; returns what was open. */
export const closeDeferred = (db: Db, accountId: number, chargeKind: string, entityIds: number[]) =>
  db
    .updateTable('deferred_charge')
    .set({ settled_at: sql<Date>`now()` })
    .where(ofEntities(accountId, chargeKind, entityIds))
    .returningAll()
    .execute()

/** Credits a run may have to pay later: they count towards its maximum cost. */
export async function deferredOfRun(db: Db, accountId: number, runId: number): Promise<number> {
  const { amount } = await db
    .selectFrom('deferred_charge')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('amount'))
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return amount
}
