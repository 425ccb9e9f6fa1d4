import { randomUUID } from 'node:crypto'
import type { StripeStatus } from '#contract/accounts/payments.ts'
import { findAccount, findBrandOfAccount, findUser } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AccountFacts, stripeProblem } from '#server/providers/payments/index.ts'
import { isPlatformSeller, makeConnectionFacts, requireStripe, showStripeStatus } from './connection-reads.ts'
import * as store from './connections-store.ts'
import { rejoinStripe } from './reconcile.ts'

// Connects sellers to Stripe: an existing account, or a new one.

async function requireSeller(ctx: Context, accountId: number): Promise<void> {
  requireStripe(ctx)
  if (await isPlatformSeller(ctx, accountId))
    throw conflict('The installation’s account uses the Stripe account of its own key')
}

/** A seller is connected: its customers' subscriptions are verified again by reading missed events. */
async function joinStripe(
  ctx: Context,
  actor: Actor,
  externalId: string,
  live: boolean,
  facts: AccountFacts,
): Promise<void> {
  const other = await store.findByExternal(ctx.db, externalId)
  if (other && other.account_id !== actor.accountId)
    throw conflict('This Stripe account is connected to another account here')
  const now = ctx.clock.now()
  const known = await store.findConnection(ctx.db, actor.accountId)
  const row = await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { stripe_account: externalId } })
    return store.saveConnection(ctx.db, actor.accountId, {
      external_id: externalId,
      state: facts.chargesEnabled || facts.requirements.length === 0 ? 'connected' : 'pending',
      live,
      connected_at: now,
      disconnected_at: null,
      ...(known?.external_id !== externalId && { event_cursor: now, portal_configuration: null }),
      ...makeConnectionFacts(facts, now),
    })
  })
  await rejoinStripe(ctx, row).catch((error) =>
    ctx.log.warn({ err: error }, 'catching up with Stripe failed'),
  )
}

export async function authorizeStripe(ctx: Context, actor: Actor): Promise<{ url: string }> {
  await requireSeller(ctx, actor.accountId)
  if (!ctx.stripe.canAuthorize)
    throw conflict('Existing Stripe accounts can’t be connected here. Create one instead')
  const { token: state, hash: stateHash } = newToken()
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId })
    await store.insertAuthorization(ctx.db, {
      stateHash,
      accountId: actor.accountId,
      userId: actor.userId,
    })
  })
  return {
    url: ctx.stripe.authorizeUrl(
      state,
      `${(await findBrandOfAccount(ctx, actor.accountId)).url}/whitelabel/stripe/callback`,
    ),
  }
}

/** @throws AppError validation_failed for an unknown, used or expired state; conflict, unavailable. */
export async function connectStripe(
  ctx: Context,
  actor: Actor,
  { code, state }: { code: string; state: string },
): Promise<StripeStatus> {
  await requireSeller(ctx, actor.accountId)
  if (!(await store.redeemAuthorization(ctx.db, actor, hashToken(state))))
    throw invalidField('state', 'This link was used or is too old. Start again from the Stripe page')
  const token = await ctx.stripe.exchangeCode(code).catch((error) => {
    throw stripeProblem(error)
  })
  if (token.live !== ctx.stripe.live)
    throw conflict(`Connect with a Stripe account in ${ctx.stripe.live ? 'live' : 'test'} mode`)
  const facts = await ctx.stripe.readAccount(token.id).catch((error) => {
    throw stripeProblem(error)
  })
  await joinStripe(ctx, actor, token.id, token.live, facts)
  return showStripeStatus(ctx, actor.accountId)
}

/** Name and address for opening a Stripe account. */
async function describeSeller(
  ctx: Context,
  { accountId, userId }: Actor,
): Promise<{ name: string; email: string }> {
  const [account, user] = [await findAccount(ctx, accountId), await findUser(ctx, userId)]
  return { name: account?.name ?? '', email: user?.email ?? '' }
}

/** @throws AppError conflict, unavailable. */
export async function createStripeAccount(
  ctx: Context,
  actor: Actor,
  country: string | undefined,
): Promise<{ url: string }> {
  await requireSeller(ctx, actor.accountId)
  const known = await store.findConnection(ctx.db, actor.accountId)
  if (known?.state === 'connected')
    throw conflict('A Stripe account is already connected. Disconnect it first')
  const page = `${(await findBrandOfAccount(ctx, actor.accountId)).url}/whitelabel/stripe`
  const about = await describeSeller(ctx, actor)
  try {
    const isPending = known?.state === 'pending'
    const id = isPending
      ? known.external_id
      : (await ctx.stripe.createAccount({ ...about, country, key: randomUUID() })).id
    const url = await ctx.stripe.accountLink(id, `${page}?setup=done`, `${page}?setup=again`)
    await transaction(ctx.db, async () => {
      recordAudit(ctx.db, { accountId: actor.accountId, detail: { stripe_account: id } })
      const now = ctx.clock.now()
      if (!isPending)
        await store.saveConnection(ctx.db, actor.accountId, {
          external_id: id,
          state: 'pending',
          live: ctx.stripe.live,
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
}
