import type { ProblemKind } from '#contract/accounts/payment-checks.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AtVendor } from './payments-tables.ts'
import { insertProblem } from './problems-store.ts'

/** Records that a vendor's books and ours differ, and tells the seller once. Joins the current transaction. */
export async function noteProblem(
  ctx: Context,
  problem: {
    at: AtVendor
    /** The seller. */
    accountId: number
    kind: ProblemKind
    externalId: string
    /** The vendor's object that is read again; null where none can be. */
    objectId: string | null
    message: string
  },
): Promise<void> {
  const { at, accountId, kind, externalId, objectId, message } = problem
  const isNew = await insertProblem(ctx.db, {
    account_id: accountId,
    vendor: at.vendor,
    kind,
    external_id: externalId,
    object_id: objectId,
    message,
  })
  if (!isNew) return
  const detail = { kind, external_id: externalId, message }
  await notify(ctx, { accountId, permission: 'owner', kind: 'payment_problem', detail })
}
