import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import {
  findAccount,
  findAdministrators,
  findUser,
  findUsersByEmail,
  hasCustomers,
  updateAccount,
  updateUser,
} from './accounts-store.ts'
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

  updateUser: (id: number, set: Parameters<typeof updateUser>[2]) => updateUser(db, id, set),
  updateAccount: (id: number, set: Parameters<typeof updateAccount>[2]) => updateAccount(db, id, set),
  findAccount: (id: number) => findAccount(db, id),
  /** Whether the account has any accounts below it. */
  hasCustomers: (id: number) => hasCustomers(db, id),
  findUser: (id: number) => findUser(db, id),
  administrators: () => findAdministrators(db),
  findUsersByEmail: (email: string, realmId: number | null) => findUsersByEmail(db, email, realmId),
})

export type AccountsService = ReturnType<typeof createAccountsService>
