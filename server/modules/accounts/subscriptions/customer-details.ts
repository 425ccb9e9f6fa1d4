import type { correctCustomer as endpoint, SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  type AccountRow,
  countInvitation,
  inviteOwner,
  isEmailTaken,
  lockAccount,
  updateAccount,
} from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { emailTaken, findCustomerSite } from './add-account.ts'
import { findContact, insertContact, updateContact } from './contacts-store.ts'
import { recordBoth, requireBelow, showSubscription } from './subscriptions.ts'

type Correction = ParsedInput<typeof endpoint>['body']

/** Locks an account below the actor, with who it was opened for. @throws AppError not_found. */
async function lockCustomer(ctx: Context, actor: Actor, accountId: number) {
  await requireBelow(ctx, actor, accountId)
  const account = await lockAccount(ctx.db, accountId)
  if (!account || account.parent_id === null) throw notFound('The account')
  const { joined } = await showSubscription(ctx, actor, accountId)
  return { account, sellerId: account.parent_id, joined, contact: await findContact(ctx.db, accountId) }
}

/** Sends the owner-to-be a link to set a password; earlier links stop working. */
async function invite(
  ctx: Context,
  actor: Actor,
  account: AccountRow,
  contact: { email: string; first_name: string; last_name: string },
): Promise<void> {
  const seller = { id: account.parent_id as number, parent_id: account.path.at(-3) ?? null }
  const { email, first_name: firstName, last_name: lastName } = contact
  const siteId = await findCustomerSite(ctx.db, seller, account.realm_id)
  const owner = { email, firstName, lastName, siteId }
  await inviteOwner.ask(ctx, { actor, accountId: account.id, owner })
}

/**
 * Sends the first owner's invitation again; the caller asks `countInvitation` before.
 * @throws AppError conflict once somebody has joined.
 */
export const inviteAgain = (ctx: Context, actor: Actor, accountId: number): Promise<SubscriptionDetails> =>
  transaction(ctx.db, async () => {
    const { account, joined, contact } = await lockCustomer(ctx, actor, accountId)
    if (joined) throw conflict('The owner has already set a password')
    if (!contact) throw conflict('Enter the owner’s email first')
    await invite(ctx, actor, account, contact)
    recordBoth(ctx.db, actor, accountId, { email: contact.email })
    return showSubscription(ctx, actor, accountId)
  })

/**
 * Corrects the company of a customer, and until its owner has joined the owner's email and name. A new email is invited.
 * @throws AppError not_found, conflict, rate_limited.
 */
export async function correctCustomer(
  ctx: Context,
  actor: Actor,
  accountId: number,
  { company, ...person }: Correction,
): Promise<SubscriptionDetails> {
  if (person.email !== undefined) await countInvitation.ask(ctx, { actor })
  const work = async () => {
    const { account, sellerId, joined, contact } = await lockCustomer(ctx, actor, accountId)
    const before = { company: account.name, ...contact }
    const wanted = { ...person, ...(person.email && { email: person.email.toLowerCase() }) }
    const changes = fieldChanges(before, { ...(company && { company }), ...wanted })
    const changed = changes.after ?? {}
    if (Object.keys(changed).length === 0) return markUnchanged()
    if ('company' in changed) await updateAccount(ctx, accountId, { name: company as string })
    if (Object.keys(changed).some((name) => name !== 'company')) {
      if (joined) throw conflict('The owner has joined and changes name and email in their own profile')
      if ('email' in changed && (await isEmailTaken(ctx, wanted.email as string, account.realm_id)))
        throw emailTaken()
      const next = { email: '', first_name: '', last_name: '', ...contact, ...wanted }
      if (contact) await updateContact(ctx.db, accountId, wanted)
      else await insertContact(ctx.db, { ...next, account_id: accountId, seller_account_id: sellerId })
      if ('email' in changed) await invite(ctx, actor, account, next)
    }
    recordBoth(ctx.db, actor, accountId, changes)
  }
  await transaction(ctx.db, work).catch((error) => {
    throw isUniqueViolation(error, 'account_contact_email') ? emailTaken() : error
  })
  return showSubscription(ctx, actor, accountId)
}
