import type { StripeStatus } from '#contract/accounts/payments.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AccountFacts, isStripeGone, stripeProblem } from '#server/providers/payments/index.ts'
import { type ConnectionsDeps, factsOf } from './connection-deps.ts'
import { createConnectionReads } from './connection-reads.ts'
import { createConnectionSetup } from './connection-setup.ts'
import { atOf, findConnection, payingAccounts, updateConnection } from './connections-store.ts'
import { findPaidSubscription } from './payments-store.ts'
import type { ConnectionRow } from './payments-tables.ts'

/** Stripe accounts that sellers sell on. */
export function createConnections(deps: ConnectionsDeps) {
  const { db, clock, stripe, paid } = deps
  const reads = createConnectionReads(deps)
  const { connectionOf, isPlatform, requireOn, status } = reads

  /** The Stripe account is unreachable: paid periods stay usable until their end. */
  const leave = (connection: ConnectionRow): Promise<void> =>
    transaction(db, async () => {
      const now = clock.now()
      await updateConnection(db, connection.account_id, {
        state: 'disconnected',
        disconnected_at: connection.disconnected_at ?? now,
        charges_enabled: false,
        event_cursor: connection.event_cursor ?? now,
      })
      for (const { account_id: accountId, external_id: id } of await payingAccounts(db, atOf(connection))) {
        if ((await findPaidSubscription(db, accountId))?.external_id !== id) continue
        const current = await paid.current(accountId)
        if (current && current.state !== 'cancelled')
          await paid.follow(
            { accountId, vendor: 'stripe', state: 'unverified', cancelAt: current.cancel_at },
            now,
          )
      }
    })

  return {
    ...reads,
    ...createConnectionSetup(deps, reads),
    leave,

    /** Reads the account again. @throws AppError conflict, unavailable. */
    async refresh(accountId: number): Promise<StripeStatus> {
      requireOn()
      const row = await connectionOf(accountId)
      if (!row || row.state === 'disconnected') throw conflict('Connect a Stripe account first')
      let facts: AccountFacts
      try {
        facts = await stripe.readAccount(row.external_id)
      } catch (error) {
        if (isStripeGone(error)) await leave(row)
        throw stripeProblem(error)
      }
      const isReady = facts.chargesEnabled
      await transaction(db, async () => {
        recordAudit(db, { accountId })
        const now = clock.now()
        const since = isReady && !row.connected_at ? { connected_at: now } : {}
        const state = isReady ? ('connected' as const) : row.state
        await updateConnection(db, accountId, { ...factsOf(facts, now), ...since, state })
      })
      return status(accountId)
    },

    async setTax(
      actor: Actor,
      set: { tax?: boolean | undefined; fee_percent?: number | undefined },
    ): Promise<StripeStatus> {
      const row = await connectionOf(actor.accountId)
      if (!row) throw conflict('Connect a Stripe account first')
      if (set.fee_percent !== undefined && !(await isPlatform(actor.accountId)))
        throw invalidField('fee_percent', 'Only the installation’s account can set its share')
      const known = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, detail: known })
        await updateConnection(db, actor.accountId, { ...known, checked_at: row.checked_at })
      })
      return status(actor.accountId)
    },

    async disconnect(actor: Actor): Promise<StripeStatus> {
      const row = await findConnection(db, actor.accountId)
      if (!row || row.external_id === '') throw conflict('No Stripe account is connected')
      if (row.state === 'connected' && stripe.canAuthorize)
        await stripe.deauthorize(row.external_id).catch((error) => {
          // An account created here, or already disconnected, has nothing to revoke.
          if (stripeProblem(error).code === 'unavailable') throw stripeProblem(error)
        })
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, detail: { stripe_account: row.external_id } })
        await leave(row)
      })
      return status(actor.accountId)
    },
  }
}

export type Connections = ReturnType<typeof createConnections>
