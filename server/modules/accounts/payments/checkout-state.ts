import { checkoutState } from '#contract/accounts/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { notFound } from '#server/platform/errors.ts'
import { publicRoute } from '#server/platform/http/route.ts'

const STATES = { open: 'waiting', paid: 'paid', expired: 'cancelled' } as const

/** The status shown after returning from the payment page. Only the buyer and the vendor know its session. */
export const checkoutStateRoute = (ctx: Context) =>
  publicRoute(checkoutState, async ({ params }) => {
    const row = await findRow(ctx.db, 'payment_checkout', { vendor: 'stripe', external_id: params.session }, [
      'state',
    ])
    if (!row) throw notFound('The checkout')
    return { data: { state: STATES[row.state] } }
  })
