import { CLOSING_DAYS } from '#contract/core/constants.ts'
import { counted } from '#contract/core/plural.ts'
import type { AccountClosing } from '#contract/privacy/account-closing.ts'
import { type AccountRow, lockAccount, setClosed } from '#server/modules/accounts/accounts/index.ts'
import { cancelRunsOfAccount } from '#server/modules/activity/runs/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import { asSitePerson, findSenderSite } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import * as store from './account-closing-store.ts'
import { type ClosingProof, findClosingProof, requireClosingProof } from './closing-proof.ts'
import { notifyOwners } from './notify-owners.ts'
import { daysAfter } from './tidy-closed.ts'

const cannotClose = (below: number) =>
  conflict(
    `${counted(below, 'account is', 'accounts are')} still open below yours. Move or close ${below === 1 ? 'it' : 'them'} first`,
  )

export async function showAccountClosing(ctx: Context, actor: Actor): Promise<AccountClosing> {
  const facts = await store.findClosingFacts(ctx.db, actor.accountId)
  if (!facts) throw notFound('The account')
  const { lists, leads, members, runs, webhooks, api_keys, credits } = facts
  return {
    closed_at: facts.closed_at?.toISOString() ?? null,
    delete_at: facts.delete_at?.toISOString() ?? null,
    proof: await findClosingProof(ctx, actor),
    loses: { lists, leads, members, runs, webhooks, api_keys, credits },
    accounts_below: facts.accounts_below,
  }
}

/** @returns when everything is deleted. */
async function closeLocked(
  ctx: Context,
  actor: Actor,
  account: AccountRow,
  siteId: number | null,
): Promise<Date> {
  if (account.parent_id === null) throw conflict('An installation’s first account can’t be closed')
  const below = await store.countBelow(ctx.db, account.id)
  if (below > 0) throw cannotClose(below)
  const closed_at = ctx.clock.now()
  const delete_at = daysAfter(closed_at, CLOSING_DAYS)
  await setClosed(ctx.db, account.id, { closed_at, closed_by: actor.userId, delete_at })
  await cancelRunsOfAccount(ctx, account.id)
  for (const { id } of await store.findPeople(ctx.db, account.id))
    await revokeAllSessions(ctx, id, id === actor.userId ? actor.credential.id : null)
  await notifyOwners(ctx, account.id, {
    siteId,
    template: 'account-closed',
    facts: { account_name: account.name, delete_at },
  })
  return delete_at
}

/** @returns when it would have been deleted. */
async function reopenLocked(ctx: Context, accountId: number, siteId: number | null): Promise<Date> {
  const account = await lockAccount(ctx.db, accountId)
  if (!account?.delete_at || account.deleted_at) throw conflict('This account is open')
  if (account.delete_at <= ctx.clock.now())
    throw conflict('This account is being deleted and can’t be reopened')
  if (account.parent_id !== null && (await store.isParentClosed(ctx.db, account.parent_id)))
    throw conflict('The account above yours is closed. Reopen it first')
  await setClosed(ctx.db, accountId, { closed_at: null, closed_by: null, delete_at: null })
  await emitCustomerEvent(ctx.db, accountId, 'customer.reopened')
  const facts = { account_name: account.name, delete_at: account.delete_at }
  await notifyOwners(ctx, accountId, { siteId, template: 'account-reopened', facts })
  return account.delete_at
}

/** @throws AppError conflict (accounts below, the first account), forbidden, validation_failed, invalid_code, rate_limited. */
export async function closeAccount(
  ctx: Context,
  actor: Actor,
  host: string,
  proof: ClosingProof,
): Promise<AccountClosing> {
  await requireClosingProof(ctx, actor, proof)
  const siteId = (await findSenderSite(ctx, asSitePerson(actor), host))?.id ?? null
  await transaction(ctx.db, async () => {
    const account = await lockAccount(ctx.db, actor.accountId)
    if (!account || account.deleted_at) throw notFound('The account')
    if (proof.name !== account.name) throw invalidField('name', `Type ${account.name} to continue`)
    const delete_at = await closeLocked(ctx, actor, account, siteId)
    const detail = fieldChanges({ delete_at: account.delete_at }, { delete_at })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `account:${actor.accountId}`, detail })
  })
  return showAccountClosing(ctx, actor)
}

/**
 * Closes a customer's account on behalf of its seller, with the same grace period. Joins the current
 * transaction; the caller has checked that the account is the seller's.
 * @throws AppError conflict.
 */
export async function closeAccountFor(ctx: Context, actor: Actor, accountId: number): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  if (!account || account.deleted_at || account.closed_at) throw notFound('The account')
  await closeLocked(ctx, actor, account, await store.findLastSite(ctx.db, accountId))
}

/** Reopens a customer's account within the grace period, on behalf of its seller. @throws AppError conflict. */
export async function reopenAccountFor(ctx: Context, accountId: number): Promise<void> {
  await reopenLocked(ctx, accountId, await store.findLastSite(ctx.db, accountId))
}

/** @throws AppError conflict when it is open, too late, or the account above is closed. */
export async function reopenAccount(ctx: Context, actor: Actor, host: string): Promise<AccountClosing> {
  const siteId = (await findSenderSite(ctx, asSitePerson(actor), host))?.id ?? null
  await transaction(ctx.db, async () => {
    const detail = fieldChanges(
      { delete_at: await reopenLocked(ctx, actor.accountId, siteId) },
      { delete_at: null },
    )
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `account:${actor.accountId}`, detail })
  })
  return showAccountClosing(ctx, actor)
}
