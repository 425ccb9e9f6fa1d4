import type { EmailState } from '#contract/leads/email-states.ts'
import { captureCharges, reserveCredits, settleReservation } from '#server/modules/accounts/wallet/index.ts'
import { createRun } from '#server/modules/activity/runs/index.ts'
import { addLeads, upsertEntities } from '#server/modules/leads/leads/index.ts'
import { createList } from '#server/modules/leads/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from './factories.ts'
import { getActor } from './seed-leads.ts'
import type { TestApp } from './test-app.ts'

const ORIGIN = { source: 'website', method: 'made for a test', confidence: 1 }

/**
 * A list of website addresses as after a search: leads, charges and ledger, one credit each.
 * @returns the list's id
 */
export async function buyAddresses(
  t: TestApp,
  user: TestUser,
  addresses: string[],
  state: EmailState,
): Promise<number> {
  const actor = await getActor(t, user)
  const { accountId } = user
  return transaction(t.app.database.db, async () => {
    const list = await createList(t.app.ctx, actor, {
      name: 'Bought',
      type: 'single',
      search: null,
    })
    const run = await createRun(t.app.ctx, {
      accountId,
      kind: 'search',
      title: 'Bought',
      listId: list.id,
      input: {},
      total: addresses.length,
      counts: { delivered: addresses.length },
      createdBy: user.id,
    })
    const payer = { accountId, runId: run.id, userId: user.id }
    const amount = addresses.length
    await reserveCredits(t.app.ctx, {
      ...payer,
      timeZone: 'UTC',
      amount,
      unitCost: 1,
      reason: 'Held for a test',
    })
    const entities = await upsertEntities(t.app.database.db, accountId, 'single', addresses)
    const added = await addLeads(
      t.app.ctx,
      { accountId, listId: list.id, runId: run.id },
      addresses.map((email) => ({
        entityId: entities.get(email) as number,
        values: { email, email_state: state },
        provenance: { default: ORIGIN },
        source: 'website',
        isSample: false,
      })),
    )
    const deliveries = [...added].map(([entityId, leadId]) => ({ entityId, leadId }))
    const cost = await captureCharges(t.app.ctx, payer, {
      chargeKind: 'domain_email',
      source: 'website',
      unitCost: 1,
      deliveries,
    })
    await settleReservation(t.app.ctx, payer)
    await t.app.database.db
      .updateTable('run')
      .set({ state: 'succeeded', cost, done: amount, finished_at: new Date(), lease_until: null })
      .where('account_id', '=', accountId)
      .where('id', '=', run.id)
      .execute()
    return list.id
  })
}
