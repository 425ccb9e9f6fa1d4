import type { PaymentProblem, ProblemAction } from '#contract/accounts/payment-checks.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import type { ProblemRow } from './payments-tables.ts'
import { listOpenProblems } from './problems-store.ts'
import { findSellerScope } from './sales.ts'

/** Invoices and payment pages say what was bought. */
const NAMES_PURCHASE = /^(?:in|cs)_/

/** What the seller can do about a problem. */
export function listActions({ vendor, kind, external_id, object_id }: ProblemRow): ProblemAction[] {
  const isGivable =
    vendor === 'stripe' &&
    (kind === 'payment_missing' || kind === 'amount_differs') &&
    NAMES_PURCHASE.test(external_id)
  if (object_id === null) return ['settle']
  return isGivable ? ['fetch', 'give', 'settle'] : ['fetch', 'settle']
}

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** Open problems of a seller's payments; the installation's account sees everyone's, and resolves its own. */
export async function listPaymentProblems(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number },
) {
  const { rows, total } = await listOpenProblems(ctx.db, await findSellerScope(ctx, actor), query)
  const present = (row: (typeof rows)[number]): PaymentProblem => {
    const isOwn = row.account_id === actor.accountId
    return {
      ...pick(row, 'id', 'vendor', 'kind', 'external_id', 'message'),
      found_at: row.found_at.toISOString(),
      seller: isOwn ? null : named(row.account_id, row.seller),
      customer: named(row.customer_id, row.customer),
      can: isOwn ? listActions(row) : [],
    }
  }
  return pageReply(rows.map(present), query, total)
}
