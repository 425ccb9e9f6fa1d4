import type { Generated, Selectable } from 'kysely'
import type { AddOn, Coupon } from '#contract/accounts/plans.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRows, lockRow } from '#server/platform/db/rows.ts'

interface PlanCouponTable {
  plan_id: number
  code: string
  percent: number | null
  amount_minor: number | null
  duration: Coupon['duration']
  months: number | null
  max_uses: number | null
  used: Generated<number>
  created_at: Generated<Date>
}
interface PlanAddOnTable {
  plan_id: number
  name: string
  credits: number
  seats: number
  price_minor: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    plan_coupon: PlanCouponTable
    plan_add_on: PlanAddOnTable
  }
}
export type CouponRow = Selectable<PlanCouponTable>
export type AddOnRow = Selectable<PlanAddOnTable>

export const listCoupons = (db: Db, planId: number) =>
  db.selectFrom('plan_coupon').selectAll().where('plan_id', '=', planId).orderBy('code').execute()

export const listPlanAddOns = (db: Db, planId: number) =>
  db.selectFrom('plan_add_on').selectAll().where('plan_id', '=', planId).orderBy('name').execute()

export const findCoupon = (db: Db, planId: number, code: string) =>
  findRow(db, 'plan_coupon', { plan_id: planId, code: code.trim().toUpperCase() })

/** A coupon, locked until the transaction ends: its uses are reserved one after another. */
export const lockCoupon = (db: Db, planId: number, code: string) =>
  lockRow(db, 'plan_coupon', { plan_id: planId, code })

/** Uses a coupon once. @returns false when it is used up. */
export async function countCouponUse(db: Db, planId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plan_coupon')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('plan_id', '=', planId)
    .where('code', '=', code.trim().toUpperCase())
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('used', '<', eb.ref('max_uses'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets a plan's coupons and add-ons; remaining coupons keep their uses. */
export async function replaceOffers(
  db: Db,
  planId: number,
  { coupons, add_ons }: { coupons: readonly Coupon[]; add_ons: readonly AddOn[] },
): Promise<void> {
  const gone = db.deleteFrom('plan_coupon').where('plan_id', '=', planId)
  const codes = coupons.map(({ code }) => code)
  await (codes.length > 0 ? gone.where('code', 'not in', codes) : gone).execute()
  for (const coupon of coupons)
    await db
      .insertInto('plan_coupon')
      .values({ ...coupon, plan_id: planId })
      .onConflict((oc) => oc.columns(['plan_id', 'code']).doUpdateSet({ ...coupon }))
      .execute()
  await deleteRows(db, 'plan_add_on', { plan_id: planId })
  if (add_ons.length > 0)
    await insertRows(
      db,
      'plan_add_on',
      add_ons.map((addOn) => ({ ...addOn, plan_id: planId })),
    )
}
