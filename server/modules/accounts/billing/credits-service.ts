import type { CreditGrant } from '#contract/accounts/credits.ts'
import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { pick } from '#server/platform/pick.ts'
import { isOver } from './billing-store.ts'
import { canMoveCredits } from './credit-policy.ts'

export interface CreditsDeps {
  db: Db
  accounts: Pick<AccountsService, 'findAccount'>
  wallet: Pick<Wallet, 'grants' | 'balance' | 'pool' | 'transfer' | 'takeBack' | 'check'>
  notifications: Pick<Notifications, 'poolLow'>
}

interface Change {
  amount: number
  reason: string
}

type Grant = Awaited<ReturnType<Wallet['grants']>>[number]

const present = (grant: Grant): CreditGrant => ({
  ...pick(grant, 'id', 'kind', 'amount', 'remaining'),
  expires_at: grant.expires_at?.toISOString() ?? null,
  reason: grant.reason,
  added_at: grant.effective_at.toISOString(),
})

/** Credits that sellers give to accounts below them and take back, and an account's funds. */
export function createCreditsService({ db, accounts, wallet, notifications }: CreditsDeps) {
  /** @throws AppError not_found for accounts that are not below the caller's. */
  async function accountOf(actor: Actor, id: number) {
    const account = await accounts.findAccount(id)
    if (!account || account.deleted_at || !canMoveCredits(actor, account)) throw notFound('The account')
    return account
  }

  /** In the logs of both accounts, locked in order of their ids. */
  function audit(actor: Actor, id: number, detail: Change): void {
    const accountIds = [...new Set([actor.accountId, id])].sort((a, b) => a - b)
    for (const accountId of accountIds)
      recordAudit(db, { accountId, subject: `account:${id}`, detail: { ...detail } })
  }

  return {
    /** The account's grants in burn order, and for sellers the upcoming demand on the pool. */
    async ownGrants(actor: Actor) {
      const [grants, pool] = [
        await wallet.grants(actor.accountId),
        can(actor, 'sell') ? await wallet.pool(actor.accountId) : null,
      ]
      const facts = pool && {
        given: pool.given,
        waiting: pool.waiting,
        waiting_transfers: pool.waiting_transfers,
      }
      return { grants: grants.map(present), pool: facts }
    },

    async show(actor: Actor, id: number) {
      const { path } = await accountOf(actor, id)
      const own_available =
        path[0] === actor.accountId ? null : (await wallet.balance(actor.accountId)).available
      return { ...(await wallet.balance(id)), grants: (await wallet.grants(id)).map(present), own_available }
    },

    /** @throws AppError not_found, insufficient_credits, conflict for a closed account or a past day. */
    async give(
      actor: Actor,
      id: number,
      { amount, reason, expires_at: until }: Change & { expires_at?: string | null | undefined },
    ): Promise<{ available: number }> {
      const account = await accountOf(actor, id)
      if (account.closed_at) throw conflict('This account is closed. Reopen it to give it credits')
      const expiresAt = until ? new Date(until) : null
      if (expiresAt && (await isOver(db, expiresAt)))
        throw invalidField('expires_at', 'Choose an expiry in the future')
      return transaction(db, async () => {
        await wallet.transfer({
          from: actor.accountId,
          to: id,
          amount,
          reason,
          userId: actor.userId,
          expiresAt,
        })
        audit(actor, id, { amount, reason })
        return { available: (await wallet.balance(id)).available }
      })
    },

    /** @throws AppError not_found, conflict when there are fewer. */
    async takeBack(actor: Actor, id: number, { amount, reason }: Change): Promise<{ available: number }> {
      await accountOf(actor, id)
      return transaction(db, async () => {
        await wallet.takeBack({ accountId: id, amount, reason, userId: actor.userId })
        audit(actor, id, { amount, reason })
        return { available: (await wallet.balance(id)).available }
      })
    },

    /**
     * After a pool has given credits: notifies its people once a month when it holds less than it gave in the
     * last 30 days, and when it could not pay. The pool's wallet is locked.
     */
    async poolUsed({ accountId, given }: { accountId: number; given: number }): Promise<void> {
      const [{ available }, pool] = [await wallet.balance(accountId), await wallet.pool(accountId)]
      if (given > 0 && available >= pool.given) return
      const { waiting, given: lately, month } = pool
      await notifications.poolLow({ accountId, available, given: lately, waiting, month })
    },

    check: () => wallet.check(),
  }
}

export type CreditsService = ReturnType<typeof createCreditsService>
