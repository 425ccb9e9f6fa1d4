import {
  type AccountRow,
  type AccountsService,
  findPlatformId,
  ownerOf,
} from '#server/modules/accounts/accounts/index.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type Invitations, siteOf } from './add-account.ts'
import { findContactAccount, insertContact } from './contacts-store.ts'

export interface Buyer {
  email: string
  firstName: string
  lastName: string
  company: string
}

interface Deps {
  db: Db
  accounts: Pick<AccountsService, 'createAccount' | 'findUsersByEmail' | 'findAccount' | 'realmOf'>
  invitations: Invitations
}

/** The account of an email in any case below a seller, invited or joined; undefined without one. */
export const createFindBuyer =
  ({ db, accounts }: Pick<Deps, 'db' | 'accounts'>) =>
  async (sellerId: number, address: string): Promise<AccountRow | undefined> => {
    const email = address.toLowerCase()
    const known = await findContactAccount(db, sellerId, email)
    const users = known === undefined ? await accounts.findUsersByEmail(email, null) : []
    for (const id of known === undefined ? users.map(({ account_id }) => account_id) : [known]) {
      const account = await accounts.findAccount(id)
      if (account && account.parent_id === sellerId && !account.deleted_at) return account
    }
    return undefined
  }

/**
 * A new account for a buyer below its seller, whose owner is invited: never an existing one, because the email is
 * what someone typed at a payment page. The caller starts its first period and sets the package. Joins the current
 * transaction.
 */
export const createOpenForSale =
  ({ db, accounts, invitations }: Deps) =>
  async (sellerId: number, versionId: number, buyer: Buyer): Promise<AccountRow> => {
    requireTransaction(db, 'A sale')
    const email = buyer.email.toLowerCase()
    const seller = await accounts.findAccount(sellerId)
    if (!seller) throw new Error(`seller ${sellerId} is gone`)
    const account = await accounts.createAccount({
      parentId: sellerId,
      name: buyer.company || email,
      planVersionId: versionId,
      async start() {},
    })
    await insertContact(db, {
      account_id: account.id,
      seller_account_id: sellerId,
      email,
      first_name: buyer.firstName,
      last_name: buyer.lastName,
    })
    // Invitations come from a person; for a sale that is the seller's owner.
    const owner = (await ownerOf(db, sellerId)) ?? (await ownerOf(db, (await findPlatformId(db)) ?? sellerId))
    if (!owner) throw new Error(`seller ${sellerId} has no owner to invite customers`)
    const from = { accountId: seller.id, userId: owner.id } as Actor
    await invitations.inviteOwner(from, account.id, {
      email,
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      siteId: await siteOf(db, seller, account.realm_id),
    })
    return account
  }
