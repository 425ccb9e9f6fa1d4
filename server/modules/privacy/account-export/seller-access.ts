import { type AccountsService, namesOf, ownersOf } from '#server/modules/accounts/accounts/index.ts'
import { canManageSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { mayReadAccount } from '#server/modules/identity/sessions/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

export interface SellerAccessDeps {
  db: Db
  accounts: Pick<AccountsService, 'findAccount'>
  notifications: Pick<Notifications, 'notify'>
}

export type Archived = {
  accountId: number
  runId: number
}

/** What a seller may do with the data of a customer, and who hears of it. */
export function createSellerAccess({ db, accounts, notifications }: SellerAccessDeps) {
  /** @throws AppError not_found for an account that is not below the actor's. */
  async function requireCustomer(actor: Actor, accountId: number): Promise<void> {
    const account = await accounts.findAccount(accountId)
    if (!account || account.deleted_at || !canManageSubscription(actor, account))
      throw notFound('The account')
  }

  return {
    requireCustomer,

    /** The same, for one whose owners let the actor see it. @throws AppError not_found, conflict. */
    async requireReadable(actor: Actor, accountId: number): Promise<void> {
      await requireCustomer(actor, accountId)
      if (!(await mayReadAccount(db, actor, accountId)))
        throw conflict(
          'This account doesn’t let you log in as its owners, so only they can export its data. Ask them to',
        )
    },

    /** The seller's audit log records whose data it exported, and the owners are told. */
    async recordForSeller(actor: Actor, { accountId, runId }: Archived): Promise<void> {
      if (actor.accountId === accountId) return
      recordAudit(db, {
        accountId: actor.accountId,
        subject: `account:${accountId}`,
        detail: { run_id: runId },
      })
      const person = (await namesOf(db, actor.accountId, [actor.userId])).get(actor.userId)
      await notifications.notify({
        accountId,
        userIds: (await ownersOf(db, accountId)).map(({ id }) => id),
        kind: 'data_exported',
        detail: { run_id: runId, name: person?.name || person?.email || 'Your seller' },
      })
    },
  }
}
