import { CLOSING_DAYS } from '#contract/core/constants.ts'
import type { AccountClosing } from '#contract/privacy/account-closing.ts'
import { type AccountRow, lockAccount, setClosed } from '#server/modules/accounts/accounts/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { SessionsService } from '#server/modules/identity/sessions/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import * as store from './account-closing-store.ts'
import { type ClosingProof, type ClosingProofDeps, createClosingProof } from './closing-proof.ts'
import { notifyOwners } from './notify-owners.ts'
import { daysAfter, type TidyClosedDeps, tidyClosed } from './tidy-closed.ts'

export interface AccountClosingDeps extends ClosingProofDeps, TidyClosedDeps {
  sessions: Pick<SessionsService, 'revokeAll'>
  runs: Pick<RunsService, 'cancelOfAccount'>
  clock?: Clock
}

const cannotClose = (below: number) =>
  conflict(
    `${below === 1 ? '1 account is' : `${below} accounts are`} still open below yours. Move or close ${below === 1 ? 'it' : 'them'} first`,
  )

/** Closing an account, its grace period, and its end. */
export function createAccountClosing(deps: AccountClosingDeps) {
  const { db, sites } = deps
  const clock = deps.clock ?? systemClock

  const { proofOf, prove } = createClosingProof(deps)

  async function show(actor: Actor): Promise<AccountClosing> {
    const facts = await store.findClosingFacts(db, actor.accountId)
    if (!facts) throw notFound('The account')
    const { lists, leads, members, runs, webhooks, api_keys, credits } = facts
    return {
      closed_at: facts.closed_at?.toISOString() ?? null,
      delete_at: facts.delete_at?.toISOString() ?? null,
      proof: await proofOf(actor),
      loses: { lists, leads, members, runs, webhooks, api_keys, credits },
      accounts_below: facts.accounts_below,
    }
  }

  /** @returns when everything is deleted. */
  async function closeLocked(actor: Actor, account: AccountRow, siteId: number | null): Promise<Date> {
    if (account.parent_id === null) throw conflict('An installation’s first account can’t be closed')
    const below = await store.countBelow(db, account.id)
    if (below > 0) throw cannotClose(below)
    const closed_at = clock.now()
    const delete_at = daysAfter(closed_at, CLOSING_DAYS)
    await setClosed(db, account.id, { closed_at, closed_by: actor.userId, delete_at })
    await deps.runs.cancelOfAccount(account.id)
    for (const { id } of await store.findPeople(db, account.id))
      await deps.sessions.revokeAll(id, id === actor.userId ? actor.credential.id : null)
    await notifyOwners(deps, account.id, siteId, 'account-closed', { account_name: account.name, delete_at })
    return delete_at
  }

  /** @returns when it would have been deleted. */
  async function reopenLocked(accountId: number, siteId: number | null): Promise<Date> {
    const account = await lockAccount(db, accountId)
    if (!account?.delete_at || account.deleted_at) throw conflict('This account is open')
    if (account.delete_at <= clock.now())
      throw conflict('This account is being deleted and can’t be reopened')
    if (account.parent_id !== null && (await store.isParentClosed(db, account.parent_id)))
      throw conflict('The account above yours is closed. Reopen it first')
    await setClosed(db, accountId, { closed_at: null, closed_by: null, delete_at: null })
    await emitCustomerEvent(db, accountId, 'customer.reopened')
    const facts = { account_name: account.name, delete_at: account.delete_at }
    await notifyOwners(deps, accountId, siteId, 'account-reopened', facts)
    return account.delete_at
  }

  return {
    show,

    /** @throws AppError conflict (accounts below, the first account), forbidden, validation_failed, invalid_code, rate_limited. */
    async close(actor: Actor, host: string, proof: ClosingProof): Promise<AccountClosing> {
      await prove(actor, proof)
      const siteId = (await sites.speakingTo(actor.realmId, host))?.id ?? null
      await transaction(db, async () => {
        const account = await lockAccount(db, actor.accountId)
        if (!account || account.deleted_at) throw notFound('The account')
        if (proof.name !== account.name) throw invalidField('name', `Type ${account.name} to continue`)
        const delete_at = await closeLocked(actor, account, siteId)
        const detail = fieldChanges({ delete_at: account.delete_at }, { delete_at })
        recordAudit(db, { accountId: actor.accountId, subject: `account:${actor.accountId}`, detail })
      })
      return show(actor)
    },

    /**
     * Closes a customer's account on behalf of its seller, with the same grace period. Joins the current
     * transaction; the caller has checked that the account is the seller's.
     * @throws AppError conflict.
     */
    async closeFor(actor: Actor, accountId: number): Promise<void> {
      const account = await lockAccount(db, accountId)
      if (!account || account.deleted_at || account.closed_at) throw notFound('The account')
      await closeLocked(actor, account, await store.lastSiteOf(db, accountId))
    },

    /** Reopens a customer's account within the grace period, on behalf of its seller. @throws AppError conflict. */
    async reopenFor(accountId: number): Promise<void> {
      await reopenLocked(accountId, await store.lastSiteOf(db, accountId))
    },

    /** @throws AppError conflict when it is open, too late, or the account above is closed. */
    async reopen(actor: Actor, host: string): Promise<AccountClosing> {
      const siteId = (await sites.speakingTo(actor.realmId, host))?.id ?? null
      await transaction(db, async () => {
        const detail = fieldChanges(
          { delete_at: await reopenLocked(actor.accountId, siteId) },
          { delete_at: null },
        )
        recordAudit(db, { accountId: actor.accountId, subject: `account:${actor.accountId}`, detail })
      })
      return show(actor)
    },

    tidy: () => tidyClosed(deps, clock.now()),
  }
}

export type AccountClosingService = ReturnType<typeof createAccountClosing>
