import { lockCoupon } from '#server/modules/accounts/plans/index.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { CheckoutRow } from './payments-tables.ts'

/**
 * Reserves one use of a payment page's coupon. The page's row is the reservation: it counts while the page is open.
 * Call in the transaction that inserts the row.
 * @returns whether the coupon is limited. @throws AppError validation_failed when all uses are taken.
 */
export async function reserveCoupon(
  db: Db,
  { account_id, plan_version_id, coupon }: Pick<CheckoutRow, 'account_id' | 'plan_version_id' | 'coupon'>,
): Promise<boolean> {
  if (coupon === null || plan_version_id === null) return false
  requireTransaction(db, 'A reserved coupon')
  const { plan_id } = await getRow(db, 'plan_version_info', { id: plan_version_id }, ['plan_id'])
  const found = await lockCoupon(db, plan_id, coupon)
  if (!found) throw invalidField('coupon', 'This package has no such coupon')
  if (found.max_uses === null) return false
  const { open } = await db
    .selectFrom('payment_checkout as c')
    .innerJoin('plan_version_info as v', 'v.id', 'c.plan_version_id')
    .where('c.account_id', '=', account_id)
    .where('v.plan_id', '=', plan_id)
    .where('c.coupon', '=', coupon)
    .where('c.state', '=', 'open')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  if (found.used >= found.max_uses) throw invalidField('coupon', 'This coupon is used up')
  if (found.used + Number(open) >= found.max_uses)
    throw invalidField(
      'coupon',
      'This coupon is in use on another payment page. Pay there, or try again in an hour',
    )
  return true
}
