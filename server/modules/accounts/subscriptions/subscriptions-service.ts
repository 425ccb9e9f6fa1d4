import type { AccessPolicy, addAccount, SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  type AccountRow,
  type AccountsService,
  lockAccount,
} from '#server/modules/accounts/accounts/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { DEFAULT_POLICY } from './access.ts'
import { findHolds, findPolicy, upsertPolicy } from './access-store.ts'
import { createAddAccount, type Invitations } from './add-account.ts'
import { createAllowances } from './allowances.ts'
import { findContactEmail } from './contacts-store.ts'
import { createCycles } from './cycles.ts'
import { emitChanges } from './emit-changes.ts'
import { createImport } from './import-accounts.ts'
import { createFindBuyer, createOpenForSale } from './open-for-sale.ts'
import { createPaidSubscriptions } from './paid-subscriptions.ts'
import { findVersion, sellableOf, sellableVersion } from './plan-of-subscription.ts'
import { presentDetails, presentSubscription } from './present-subscription.ts'
import { createAccessRefresh } from './refresh-access.ts'
import { type Closing, createSubscriptionActions, type SubscriptionAction } from './subscription-actions.ts'
import { canManageSubscription } from './subscription-policy.ts'
import { findShown, type ListQuery, nameOfAccount, pageOfSubscriptions } from './subscriptions-reads.ts'
import { checkOverdueOf, findOpenChange, lockCurrent } from './subscriptions-store.ts'
import { createSubscriptionTick } from './tick.ts'
import { createUsageHistory } from './usage-history.ts'

export interface SubscriptionsDeps {
  db: Db
  clock: Clock
  accounts: AccountsService
  wallet: Pick<Wallet, 'giveAllowance' | 'grantCredits' | 'balance'>
  /** Due moves of sellers' customers to other versions. */
  moves: { applyDue(): Promise<unknown> }
  notifications: Pick<Notifications, 'notify'>
  /** Per seller: accounts added one by one, and files of accounts. */
  limits: { adds: RateLimit; imports: RateLimit }
  runs: Pick<RunsService, 'cancelOfAccount'>
  tickets: TicketsService
  invitations: Invitations
  closing: Closing
}

/** An account in the logs of both sides. */
function recordBoth(db: Db, actor: Actor, accountId: number, detail: Record<string, unknown>): void {
  for (const logged of [actor.accountId, accountId].sort((a, b) => a - b))
    recordAudit(db, { accountId: logged, subject: `account:${accountId}`, detail })
}

/** Accounts added by a seller, with their subscriptions, access and usage. */
export function createSubscriptionsService(deps: SubscriptionsDeps) {
  const { db, clock, accounts, wallet, invitations, runs, tickets, closing } = deps
  const allowances = createAllowances(db, wallet)
  const cycles = createCycles({ db, accounts, allowances })
  const add = createAddAccount({ db, accounts, allowances, cycles, invitations })
  const access = createAccessRefresh({ db, runs, notifications: deps.notifications })
  const act = createSubscriptionActions({ db, cycles, closing })

  /** @throws AppError not_found for an account that is not below the actor's. */
  async function requireBelow(actor: Actor, accountId: number): Promise<AccountRow> {
    const account = await accounts.findAccount(accountId)
    if (!account || account.deleted_at || !canManageSubscription(actor, account))
      throw notFound('The account')
    return account
  }

  /** The selling account: the actor's, or a reseller below it. @throws AppError not_found. */
  async function sellerFor(actor: Actor, accountId: number | undefined): Promise<AccountRow> {
    if (accountId !== undefined && accountId !== actor.accountId) return requireBelow(actor, accountId)
    const own = await accounts.findAccount(actor.accountId)
    if (!own) throw notFound('The account')
    return own
  }

  async function show(actor: Actor, accountId: number): Promise<SubscriptionDetails> {
    const account = await requireBelow(actor, accountId)
    const [row] = await findShown(db, [accountId])
    const seller = account.parent_id === null ? undefined : await nameOfAccount(db, account.parent_id)
    if (!row || !seller) throw notFound('The account')
    const change = await findOpenChange(db, { account_id: accountId, id: row.subscription_id })
    return presentDetails(row, {
      seller,
      available: (await wallet.balance(accountId)).available,
      change: change ? { row: change, version: await findVersion(db, change.target_version_id) } : null,
      holds: await findHolds(db, accountId),
      viewerAccountId: actor.accountId,
    })
  }

  return {
    show,
    usage: createUsageHistory({ db, requireBelow, tickets }),
    import: createImport({ db, clock, add, sellerFor, imports: deps.limits.imports }),
    /** Accounts and periods paid through vendors. */
    openForSale: createOpenForSale({ db, accounts, invitations }),
    findBuyer: createFindBuyer({ db, accounts }),
    /** The email that an account was opened for. */
    contactOf: (accountId: number) => findContactEmail(db, accountId),
    paid: createPaidSubscriptions({ db, accounts, cycles, access }),

    async page(actor: Actor, query: ListQuery & { account_id?: number | undefined }) {
      const seller = await sellerFor(actor, query.account_id)
      const { rows, total } = await pageOfSubscriptions(db, seller.id, query)
      return { data: rows.map(presentSubscription), currentPage: query.page, pageSize: query.limit, total }
    },

    async packages(actor: Actor, accountId: number | undefined) {
      const seller = await sellerFor(actor, accountId)
      return (await sellableOf(db, seller.id)).map(({ plan_id, name, credits, period, trial_days }) => ({
        id: plan_id,
        name,
        credits,
        period: period ?? 'once',
        trial_days,
      }))
    },

    /** Before adding an account. @throws AppError rate_limited. */
    countAdding: (actor: Actor) => deps.limits.adds.consume(String(actor.accountId)),

    /** @throws AppError not_found, validation_failed, conflict for an email that has an account. */
    add: (actor: Actor, input: ParsedInput<typeof addAccount>['body']): Promise<SubscriptionDetails> =>
      transaction(db, async () => {
        const seller = await sellerFor(actor, input.account_id)
        const version = await sellableVersion(db, { packageId: input.package_id, sellerAccountId: seller.id })
        const account = await add(actor, seller, input, version, clock.now())
        recordBoth(db, actor, account.id, {
          company: account.name,
          package: version.name,
          email: input.email,
        })
        return show(actor, account.id)
      }),

    /** @throws AppError not_found, conflict where the state does not allow it. */
    async change(actor: Actor, accountId: number, input: SubscriptionAction) {
      await requireBelow(actor, accountId)
      const now = clock.now()
      const message = await transaction(db, async () => {
        const account = await lockAccount(db, accountId)
        const row = await lockCurrent(db, accountId)
        if (!account || !row) throw notFound('The account')
        const done = await act({ actor, account, row, now }, input)
        await emitChanges(db, accountId, row)
        await access.refresh(accountId, now)
        recordBoth(db, actor, accountId, { ...input })
        return done
      })
      return { data: await show(actor, accountId), message }
    },

    policy: async (actor: Actor): Promise<AccessPolicy> =>
      (await findPolicy(db, actor.accountId)) ?? DEFAULT_POLICY,

    setPolicy: (actor: Actor, policy: AccessPolicy): Promise<AccessPolicy> =>
      transaction(db, async () => {
        await upsertPolicy(db, actor.accountId, policy)
        await checkOverdueOf(db, actor.accountId, clock.now())
        recordAudit(db, { accountId: actor.accountId, detail: { ...policy } })
        return policy
      }),

    tick: createSubscriptionTick({ db, clock, cycles, access, applyMoves: deps.moves.applyDue }),
  }
}

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>
