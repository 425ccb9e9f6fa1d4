import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import * as store from './accounts-store.ts'
import { createAccountCreation } from './create-account.ts'
import { createRealms } from './realms.ts'
import { createPasswordCheck } from './require-password.ts'
import { createSignUpPlans } from './sign-up-plans.ts'
import { createSubscriptions, type SubscriptionRecords } from './subscriptions.ts'

export interface AccountsDeps {
  db: Db
  wallet: Wallet
  subscriptions: SubscriptionRecords
  /** Attempts per user to enter their password again. */
  passwordTries: RateLimit
}

export const createAccountsService = ({ db, wallet, subscriptions, passwordTries }: AccountsDeps) => ({
  ...createAccountCreation({ db, wallet, subscriptions }),
  ...createSubscriptions(db, subscriptions),
  ...createRealms(db),
  signUps: createSignUpPlans(db),
  requirePassword: createPasswordCheck({ db, passwordTries }),

  updateUser: (id: number, set: Parameters<typeof store.updateUser>[2]) => store.updateUser(db, id, set),
  updateAccount: (id: number, set: Parameters<typeof store.updateAccount>[2]) =>
    store.updateAccount(db, id, set),
  findAccount: (id: number) => store.findAccount(db, id),
  hasCustomers: (id: number) => store.hasCustomers(db, id),
  findUser: (id: number) => store.findUser(db, id),
  administrators: () => store.findAdministrators(db),
  findUsersByEmail: (email: string, realmId: number | null) => store.findUsersByEmail(db, email, realmId),
})

export type AccountsService = ReturnType<typeof createAccountsService>
