import { type Generated, sql } from 'kysely'
import type { CreditPack } from '#contract/accounts/credits.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'

interface CreditPackTable {
  id: Generated<number>
  account_id: number
  position: number
  name: string
  credits: number
  price: number
  currency: string
}
interface RechargeRuleTable {
  account_id: number
  enabled: boolean
  threshold: number
  credits: number
  monthly_ceiling: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    credit_pack: CreditPackTable
    recharge_rule: RechargeRuleTable
  }
}

/** Packs that an account offers, in order. */
export const listPacks = (db: Db, accountId: number): Promise<CreditPack[]> =>
  db
    .selectFrom('credit_pack')
    .select(['id', 'name', 'credits', 'price', 'currency'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()

export const findPack = (db: Db, accountId: number, id: number) =>
  findRow(db, 'credit_pack', { account_id: accountId, id })

/** Replaces an account's packs. An unchanged pack keeps its id, so that open pages keep working. */
export async function savePacks(db: Db, accountId: number, packs: Omit<CreditPack, 'id'>[]): Promise<void> {
  const key = (pack: Omit<CreditPack, 'id'>) =>
    JSON.stringify([pack.name, pack.credits, pack.price, pack.currency])
  const known = new Map((await listPacks(db, accountId)).map((pack) => [key(pack), pack.id]))
  const keptIds: number[] = []
  for (const [position, pack] of packs.entries()) {
    const id = known.get(key(pack))
    known.delete(key(pack))
    if (id === undefined) {
      const row = { account_id: accountId, position, ...pack }
      keptIds.push((await insertRow(db, 'credit_pack', row, ['id'])).id)
      continue
    }
    keptIds.push(id)
    await updateRows(db, 'credit_pack', { account_id: accountId, id }, { position })
  }
  await db
    .deleteFrom('credit_pack')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id <> all(${keptIds}::bigint[])`)
    .execute()
}

export const findRecharge = (db: Db, accountId: number) =>
  findRow(db, 'recharge_rule', { account_id: accountId }, [
    'enabled',
    'threshold',
    'credits',
    'monthly_ceiling',
  ])

/** Accounts whose balance is below the threshold of their recharge rule, with their seller. */
export const findRechargesDue = (db: Db) =>
  db
    .selectFrom('recharge_rule as r')
    .innerJoin('wallet_info as w', 'w.account_id', 'r.account_id')
    .innerJoin('account_node as a', 'a.id', 'r.account_id')
    .select(['r.account_id', 'a.parent_id as seller_id'])
    .where('r.enabled', '=', true)
    .whereRef('w.available', '<', 'r.threshold')
    .where('a.parent_id', 'is not', null)
    .where('a.access', '=', 'full')
    .orderBy('r.account_id')
    .execute() as Promise<{ account_id: number; seller_id: number }[]>

export const saveRecharge = (db: Db, rule: RechargeRuleTable) =>
  db
    .insertInto('recharge_rule')
    .values(rule)
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet((eb) => ({
        enabled: eb.ref('excluded.enabled'),
        threshold: eb.ref('excluded.threshold'),
        credits: eb.ref('excluded.credits'),
        monthly_ceiling: eb.ref('excluded.monthly_ceiling'),
      })),
    )
    .execute()
