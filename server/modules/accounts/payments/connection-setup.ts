import { randomUUID } from 'node:crypto'
import type { StripeStatus } from '#contract/accounts/payments.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AccountFacts, stripeProblem } from '#server/providers/payments/index.ts'
import { type ConnectionsDeps, factsOf } from './connection-deps.ts'
import type { ConnectionReads } from './connection-reads.ts'
import * as store from './connections-store.ts'

/** Connects sellers to Stripe: an existing account, or a new one. */
export function createConnectionSetup(
  { db, clock, log, stripe, originOf, catchUp }: ConnectionsDeps,
  { isPlatform, requireOn, status }: ConnectionReads,
) {
  async function requireSeller(accountId: number): Promise<void> {
    requireOn()
    if (await isPlatform(accountId))
      throw conflict('The installation’s account uses the Stripe account of its own key')
  }

  /** A seller is connected: its customers' subscriptions are verified again by reading missed events. */
  async function join(actor: Actor, externalId: string, live: boolean, facts: AccountFacts): Promise<void> {
    const other = await store.findByExternal(db, externalId)
    if (other && other.account_id !== actor.accountId)
      throw conflict('This Stripe account is connected to another account here')
    const now = clock.now()
    const known = await store.findConnection(db, actor.accountId)
    const row = await transaction(db, async () => {
      recordAudit(db, { accountId: actor.accountId, detail: { stripe_account: externalId } })
      return store.saveConnection(db, actor.accountId, {
        external_id: externalId,
        state: facts.chargesEnabled || facts.requirements.length === 0 ? 'connected' : 'pending',
        live,
        connected_at: now,
        disconnected_at: null,
        ...(known?.external_id !== externalId && { event_cursor: now, portal_configuration: null }),
        ...factsOf(facts, now),
      })
    })
    await catchUp(row).catch((error) => log.warn({ err: error }, 'catching up with Stripe failed'))
  }

  return {
    async authorize(actor: Actor): Promise<{ url: string }> {
      await requireSeller(actor.accountId)
      if (!stripe.canAuthorize)
        throw conflict('Existing Stripe accounts can’t be connected here. Create one instead')
      const { token: state, hash: stateHash } = newToken()
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId })
        await store.insertAuthorization(db, {
          stateHash,
          accountId: actor.accountId,
          userId: actor.userId,
        })
      })
      return {
        url: stripe.authorizeUrl(state, `${await originOf(actor.accountId)}/whitelabel/stripe/callback`),
      }
    },

    /** @throws AppError validation_failed for an unknown, used or expired state; conflict, unavailable. */
    async connect(actor: Actor, { code, state }: { code: string; state: string }): Promise<StripeStatus> {
      await requireSeller(actor.accountId)
      if (!(await store.redeemAuthorization(db, actor, hashToken(state))))
        throw invalidField('state', 'This link was used or is too old. Start again from the Stripe page')
      const token = await stripe.exchangeCode(code).catch((error) => {
        throw stripeProblem(error)
      })
      if (token.live !== stripe.live)
        throw conflict(`Connect with a Stripe account in ${stripe.live ? 'live' : 'test'} mode`)
      const facts = await stripe.readAccount(token.id).catch((error) => {
        throw stripeProblem(error)
      })
      await join(actor, token.id, token.live, facts)
      return status(actor.accountId)
    },

    /** @throws AppError conflict, unavailable. */
    async create(
      actor: Actor,
      about: { name: string; email: string; country?: string | undefined },
    ): Promise<{ url: string }> {
      await requireSeller(actor.accountId)
      const known = await store.findConnection(db, actor.accountId)
      if (known?.state === 'connected')
        throw conflict('A Stripe account is already connected. Disconnect it first')
      const page = `${await originOf(actor.accountId)}/whitelabel/stripe`
      try {
        const isPending = known?.state === 'pending'
        const id = isPending
          ? known.external_id
          : (await stripe.createAccount({ ...about, key: randomUUID() })).id
        const url = await stripe.accountLink(id, `${page}?setup=done`, `${page}?setup=again`)
        await transaction(db, async () => {
          recordAudit(db, { accountId: actor.accountId, detail: { stripe_account: id } })
          const now = clock.now()
          if (!isPending)
            await store.saveConnection(db, actor.accountId, {
              external_id: id,
              state: 'pending',
              live: stripe.live,
              event_cursor: now,
              charges_enabled: false,
              disconnected_at: null,
              portal_configuration: null,
            })
        })
        return { url }
      } catch (error) {
        throw stripeProblem(error)
      }
    },
  }
}
