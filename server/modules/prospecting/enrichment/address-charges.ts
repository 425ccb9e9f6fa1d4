import { PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import { captureCharges, findAllowance, lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunRow } from '#server/modules/activity/runs/index.ts'
import { upsertEntities } from '#server/modules/leads/leads/index.ts'
import { findUncheckedAddresses } from '#server/modules/prospecting/email-verification/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'

export type CheckedEmail = CheckedWebsite['emails'][number]
/** What determines an address's price. */
export type PricedEmail = Pick<CheckedEmail, 'value' | 'state' | 'kind'>

/** Whether an address costs a credit: published, and found or potential. */
const isPaid = (email: PricedEmail): boolean =>
  email.kind !== 'inferred' && PAID_EMAIL_STATES.includes(email.state)

const KIND = 'domain_email'

/**
 * What a batch of addresses may cost. An address is one entity per account, so it is paid for
 * once; an unchecked one is charged once checked. Locks the wallet until the transaction ends.
 */
export async function addressCharges(
  ctx: Context,
  run: Pick<RunRow, 'account_id' | 'id' | 'created_by'> & { input: { unitCost: number; maxCost: number } },
  emails: PricedEmail[],
) {
  const { unitCost } = run.input
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  await lockAccountWallet(ctx, run.account_id)
  const priced = emails.filter(isPaid).map(({ value }) => value)
  const entities = await upsertEntities(ctx.db, run.account_id, 'single', priced)
  const { paid, left } = await findAllowance(ctx, payer, KIND, [...entities.values()], {
    unitCost,
    remaining: entities.size,
    max: run.input.maxCost,
  })
  const later = await findUncheckedAddresses(ctx, payer.accountId, priced)
  const unchecked = new Set([...later].map((value) => entities.get(value) as number))
  let budget = left
  const bought = new Map<number, number>()
  return {
    /** Whether the run can still deliver this address; reserves its price within the batch. */
    affords(email: PricedEmail): boolean {
      const entity = entities.get(email.value)
      if (entity === undefined || paid.has(entity) || bought.has(entity)) return true
      if (budget < unitCost) return false
      budget -= unitCost
      return true
    },
    /** Records that an address was written to a lead. */
    delivered(email: PricedEmail, leadId: number): void {
      const entity = entities.get(email.value)
      if (entity !== undefined && !bought.has(entity)) bought.set(entity, leadId)
    },
    charged: (delivered: string[]): string[] =>
      delivered.filter((value) => {
        const entity = entities.get(value)
        return entity !== undefined && bought.has(entity) && !paid.has(entity) && !unchecked.has(entity)
      }),
    /** Charges delivered addresses; unchecked ones are charged later. `cost` is credits. */
    async capture(): Promise<{ cost: number; charged: number }> {
      const cost = await captureCharges(ctx, payer, {
        chargeKind: KIND,
        source: websiteSource.id,
        unitCost,
        deliveries: [...bought].map(([entityId, leadId]) => ({ entityId, leadId })),
        isLater: ({ entityId }) => unchecked.has(entityId),
      })
      return { cost, charged: unitCost > 0 ? cost / unitCost : 0 }
    },
  }
}
