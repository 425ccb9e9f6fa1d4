import {
  type AccountRow,
  createAccount,
  findAccount,
  findOwner,
  findPlatformId,
  findUsersByEmail,
  inviteOwner,
} from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { findCustomerSite } from './add-account.ts'
import { findContactAccount, insertContact } from './contacts-store.ts'

export interface Buyer {
  email: string
  firstName: string
  lastName: string
  company: string
}

/** The account of an email in any case below a seller, invited or joined; undefined without one. */
export async function findBuyer(
  ctx: Context,
  sellerId: number,
  address: string,
): Promise<AccountRow | undefined> {
  const email = address.toLowerCase()
  const known = await findContactAccount(ctx.db, sellerId, email)
  const users = known === undefined ? await findUsersByEmail(ctx, email, null) : []
  for (const id of known === undefined ? users.map(({ account_id }) => account_id) : [known]) {
    const account = await findAccount(ctx, id)
    if (account && account.parent_id === sellerId && !account.deleted_at) return account
  }
  return undefined
}

/**
 * A new account for a buyer below its seller, whose owner is invited: never an existing one, because the email is
 * what someone typed at a payment page. The caller starts its first period and sets the package. Joins the current
 * transaction.
 */
export async function openForSale(
  ctx: Context,
  sellerId: number,
  versionId: number,
  buyer: Buyer,
): Promise<AccountRow> {
  requireTransaction(ctx.db, 'A sale')
  const email = buyer.email.toLowerCase()
  const seller = await findAccount(ctx, sellerId)
  if (!seller) throw new Error(`seller ${sellerId} is gone`)
  const account = await createAccount(ctx, {
    parentId: sellerId,
    name: buyer.company || email,
    planVersionId: versionId,
    async start() {},
  })
  await insertContact(ctx.db, {
    account_id: account.id,
    seller_account_id: sellerId,
    email,
    first_name: buyer.firstName,
    last_name: buyer.lastName,
  })
  // Invitations come from a person; for a sale that is the seller's owner.
  const owner =
    (await findOwner(ctx.db, sellerId)) ??
    (await findOwner(ctx.db, (await findPlatformId(ctx.db)) ?? sellerId))
  if (!owner) throw new Error(`seller ${sellerId} has no owner to invite customers`)
  await inviteOwner.ask(ctx, {
    actor: { accountId: seller.id, userId: owner.id },
    accountId: account.id,
    owner: {
      email,
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      siteId: await findCustomerSite(ctx.db, seller, account.realm_id),
    },
  })
  return account
}
