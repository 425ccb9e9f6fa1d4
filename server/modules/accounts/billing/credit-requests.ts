import type { CreditRequest } from '#contract/accounts/billing.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { findAccount, findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { findSeller, packProblem } from '#server/modules/accounts/plans/index.ts'
import { lockAccountWallet, perCredit, transferCredits } from '#server/modules/accounts/wallet/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { findSellerContact } from './billing.ts'
import { findRequest, insertRequest, listRequests, type RequestRow, saveDecision } from './billing-store.ts'
import { findPack } from './packs-store.ts'

const presentRequest = (row: RequestRow): CreditRequest => ({
  id: row.id,
  account: row.account,
  requested_by: row.requester,
  amount: row.amount,
  pack:
    row.pack_name === null
      ? null
      : { name: row.pack_name, price: row.price ?? 0, currency: row.currency ?? '' },
  note: row.note,
  state: row.state,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

async function listRequestsOfSide(
  ctx: Context,
  side: 'account_id' | 'seller_account_id',
  { accountId }: Actor,
  query: { page: number; limit: number },
) {
  const { rows, total } = await listRequests(ctx.db, side, accountId, query)
  return pageReply(rows.map(presentRequest), query, total)
}

/** Requests of the account to its seller. */
export const listSentRequests = (ctx: Context, actor: Actor, query: { page: number; limit: number }) =>
  listRequestsOfSide(ctx, 'account_id', actor, query)

/** Requests of customers to the account. */
export const listReceivedRequests = (ctx: Context, actor: Actor, query: { page: number; limit: number }) =>
  listRequestsOfSide(ctx, 'seller_account_id', actor, query)

/** Gives the requested credits; the price of a pack is recorded for the seller's margin. */
const fulfil = (ctx: Context, from: number, userId: number, request: RequestRow) =>
  transferCredits(ctx, {
    from,
    to: request.account_id,
    amount: request.amount,
    sourceKind: 'credit_request',
    sourceId: String(request.id),
    reason: request.pack_name === null ? 'Requested credits' : `Requested pack: ${request.pack_name}`,
    userId,
    ...(request.price !== null && {
      kind: 'top_up' as const,
      unitCost: perCredit(request.price, request.amount),
      currency: request.currency,
    }),
  })

/** @throws AppError conflict where the account has no seller or none can be reached, rate_limited. */
export async function requestCredits(
  ctx: Context,
  actor: Actor,
  { amount: typed, note, pack_id }: { amount?: number; note: string; pack_id?: number },
): Promise<CreditRequest> {
  const { accountId, userId } = actor
  const seller = await findSellerContact(ctx, accountId)
  if (!seller) throw conflict('This account runs the installation, so it can’t request credits')
  const name = (await findAccount(ctx, accountId))?.name ?? ''
  const pack = pack_id === undefined ? null : await findPack(ctx.db, seller.id, pack_id)
  if (pack === undefined)
    throw invalidField('pack_id', 'This pack isn’t offered any more. Choose another one')
  if (pack && packProblem(await findSeller(ctx.db, seller.id), pack))
    throw invalidField('pack_id', 'This pack isn’t for sale at its price. Choose another one')
  const amount = pack?.credits ?? typed
  if (amount === undefined) throw invalidField('amount', MESSAGES.required)
  return transaction(ctx.db, async () => {
    const { id } = await insertRequest(ctx.db, {
      account_id: accountId,
      seller_account_id: seller.id,
      amount,
      note,
      requested_by: userId,
      pack_name: pack?.name ?? null,
      price: pack?.price ?? null,
      currency: pack?.currency ?? null,
    })
    const made = await findRequest(ctx.db, 'account_id', accountId, id)
    if (!made) throw notFound('The request')
    const { siteId, url } = await findBrandOfAccount(ctx, seller.id)
    if (seller.email)
      await sendMail(ctx, {
        siteId,
        to: seller.email,
        template: 'credit-request',
        variables: {
          account_name: name,
          requester: made.requester ?? '',
          amount: String(amount),
          note: note || '–',
        },
        secrets: { link: `${url}/billing-portal` },
        accountId: seller.id,
      })
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { request: id, amount } })
    return presentRequest(made)
  })
}

/**
 * Answers a request to this account. `done` gives the credits out of its balance, once and finally.
 * @throws AppError not_found, conflict, insufficient_credits
 */
export const decideCreditRequest = (
  ctx: Context,
  { accountId, userId }: Actor,
  id: number,
  state: CreditRequest['state'],
) =>
  transaction(ctx.db, async () => {
    // Concurrent answers are serialized by the paying wallet.
    await lockAccountWallet(ctx, accountId)
    const request = await findRequest(ctx.db, 'seller_account_id', accountId, id)
    if (!request) throw notFound('The request')
    if (request.state === 'done' && state !== 'done')
      throw conflict('These credits were given. Take them back on the customer’s account instead')
    if (state === 'done') await fulfil(ctx, accountId, userId, request)
    await saveDecision(ctx.db, accountId, id, state)
    const found = await findRequest(ctx.db, 'seller_account_id', accountId, id)
    if (!found) throw notFound('The request')
    const detail = { request: id, ...fieldChanges({ state: request.state }, { state }) }
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail })
    return presentRequest(found)
  })
