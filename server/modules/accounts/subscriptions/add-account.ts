import {
  type AccountRow,
  createAccount,
  inviteOwner,
  isEmailTaken,
} from '#server/modules/accounts/accounts/index.ts'
import { requireSellable } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { grantExtraCredits } from './allowances.ts'
import { insertContact } from './contacts-store.ts'
import { startSubscription } from './cycles.ts'
import { emitChanges } from './emit-changes.ts'
import type { PackageVersion } from './plan-of-subscription.ts'
import { consumeTrial } from './trials.ts'

export interface NewCustomer {
  email: string
  first_name: string
  last_name: string
  company: string
  credits: number
  trial_days?: number
}

/** The site that a seller's customers know: one with a domain if available. */
export async function findCustomerSite(
  db: Db,
  seller: Pick<AccountRow, 'id' | 'parent_id'>,
  realmId: number,
) {
  if (seller.parent_id === null) return null
  const site = await db
    .selectFrom('site_info')
    .select('id')
    .where('realm_id', '=', realmId)
    .orderBy('is_served', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return site?.id ?? null
}

export const emailTaken = () =>
  conflict('There is already an account for this email', {
    fields: { email: 'There is already an account for this email' },
  })

/** Opens a customer account for `seller`: subscription, credits and invitation in one transaction. */
export async function openCustomerAccount(
  ctx: Context,
  actor: Actor,
  {
    seller,
    customer,
    version,
    now,
  }: {
    seller: Pick<AccountRow, 'id' | 'parent_id'>
    customer: NewCustomer
    version: PackageVersion
    now: Date
  },
): Promise<AccountRow> {
  const email = customer.email.toLowerCase()

  /** Days of the trial: as requested, else the package's, which a second account does not get. */
  async function trialFor(accountId: number): Promise<number> {
    const days = customer.trial_days ?? version.trial_days
    if (days === 0 || (await consumeTrial(ctx.db, seller.id, { accountId, email }, now))) return days
    if (customer.trial_days === undefined) return 0
    throw conflict('This email has had a trial. Set the trial to 0 days', {
      fields: { trial_days: 'This email has had a trial. Set it to 0 days' },
    })
  }

  const work = async () => {
    await requireSellable(ctx.db, { planVersionId: version.id, sellerAccountId: seller.id })
    const account = await createAccount(ctx, {
      parentId: seller.id,
      name: customer.company,
      planVersionId: version.id,
      async start({ id }) {
        await startSubscription(ctx, id, version, { trialDays: await trialFor(id), now })
        if (customer.credits > 0) await grantExtraCredits(ctx, { accountId: id, amount: customer.credits })
      },
    })
    if (await isEmailTaken(ctx, email, account.realm_id)) throw emailTaken()
    const { first_name, last_name } = customer
    await insertContact(ctx.db, {
      account_id: account.id,
      seller_account_id: seller.id,
      email,
      first_name,
      last_name,
    })
    const siteId = await findCustomerSite(ctx.db, seller, account.realm_id)
    await inviteOwner.ask(ctx, {
      actor,
      accountId: account.id,
      owner: { email, firstName: first_name, lastName: last_name, siteId },
    })
    await emitChanges(ctx, account.id, null)
    return account
  }
  return transaction(ctx.db, work).catch((error) => {
    throw isUniqueViolation(error, 'account_contact_email') ? emailTaken() : error
  })
}
