import { sql } from 'kysely'
import { FIRST_ACCOUNT_CREDITS, MODULES, SIGN_UP_CREDITS, SIGN_UP_MODULES } from '#contract/core/constants.ts'
import {
  findPlanOwner,
  findPlanVersion,
  insertPlan,
  type PlanVersionRow,
} from '#server/modules/accounts/plans/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import * as store from './accounts-store.ts'
import { effectiveModules } from './entitlements.ts'
import { realmFor } from './realms.ts'
import type { SubscriptionRecords } from './subscriptions.ts'

export interface NewUser {
  email: string
  /** Absent or null: the person signs in with a vendor only. `passwordHash` is stored as it is. */
  password?: string | null
  passwordHash?: string | null
  /** The address is verified. */
  confirmed?: boolean
  firstName?: string
  lastName?: string
  role?: store.UserRow['role']
  /** For an administrator. */
  staffRole?: NonNullable<store.UserRow['staff_role']>
  grantedModules?: string[] | null
  accessToWallet?: boolean
}

interface AccountCreationDeps {
  db: Db
  wallet: Pick<Wallet, 'open' | 'giveFree'>
  subscriptions: SubscriptionRecords
}

/** Opens accounts and adds people to them. */
export function createAccountCreation({ db, wallet, subscriptions }: AccountCreationDeps) {
  /** Who pays a plan's free credits: its owner if that is an ancestor, else the installation. */
  async function payerOf({ path }: store.AccountRow, planId: number): Promise<number> {
    const owner = await findPlanOwner(db, planId)
    return owner !== null && path.slice(0, -1).includes(owner) ? owner : (path[0] as number)
  }

  async function startOnce(account: store.AccountRow, version: PlanVersionRow): Promise<void> {
    await subscriptions.start(account.id, version.id)
    if (version.free_credits > 0)
      await wallet.giveFree({
        accountId: account.id,
        amount: version.free_credits,
        payerId: await payerOf(account, version.plan_id),
        reason: 'Free credits of the plan',
      })
  }

  /**
   * Opens an account below `parentId` on a plan version. Grants its free credits once in the same transaction,
   * unless `start` subscribes it otherwise.
   */
  function createAccount(input: {
    parentId: number | null
    name: string
    planVersionId: number
    start?: (account: store.AccountRow) => Promise<void>
  }): Promise<store.AccountRow> {
    return transaction(db, async () => {
      const version = await findPlanVersion(db, input.planVersionId)
      if (!version) throw notFound('The plan')
      const parent = input.parentId === null ? null : ((await store.findAccount(db, input.parentId)) ?? null)
      if (input.parentId !== null && !parent) throw notFound('The parent account')
      const account = await store.insertAccount(db, {
        parent,
        realmId: parent ? await realmFor(db, parent) : await store.insertRealm(db, input.name, null),
        name: input.name,
        modules: effectiveModules(version.modules, parent?.modules ?? null),
        supportOpenAiApiKey: version.support_open_ai_api_key,
      })
      await emitCustomerEvent(db, account.id, 'customer.created')
      await wallet.open(account.id)
      if (input.start) await input.start(account)
      else await startOnce(account, version)
      return account
    })
  }

  /** Adds a user to an account; email is unique within the account's realm. */
  async function createUser(accountId: number, user: NewUser): Promise<store.UserRow> {
    const passwordHash = user.password ? await hashPassword(user.password) : (user.passwordHash ?? null)
    return transaction(db, async () => {
      const account = await store.findAccount(db, accountId)
      if (!account) throw notFound('The account')
      return store.insertUser(db, {
        account_id: accountId,
        realm_id: account.realm_id,
        email: user.email,
        password_hash: passwordHash,
        first_name: user.firstName ?? '',
        last_name: user.lastName ?? '',
        role: user.role ?? 'user',
        staff_role: user.staffRole ?? null,
        granted_modules: user.grantedModules ?? null,
        access_to_wallet: user.accessToWallet ?? false,
        confirmed_at: user.confirmed ? (sql<Date>`now()` as never) : null,
      })
    })
  }

  /**
   * Creates platform account, plan and admin when the database is empty.
   * @returns the new admin's email, or null when there was one already.
   */
  async function createFirstAdmin(admin: { email: string; password: string }): Promise<string | null> {
    if (await store.findPlatform(db)) return null
    return transaction(db, async () => {
      // Several processes may start at once on an empty database.
      await sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(db)
      if (await store.findPlatform(db)) return null
      const version = await insertPlan(db, {
        name: 'Platform',
        ownerAccountId: null,
        modules: [...MODULES],
        freeCredits: FIRST_ACCOUNT_CREDITS,
        supportOpenAiApiKey: true,
      })
      const account = await createAccount({ parentId: null, name: 'Platform', planVersionId: version.id })
      await createUser(account.id, {
        ...admin,
        firstName: 'Admin',
        role: 'admin',
        staffRole: 'owner',
        confirmed: true,
      })
      const starter = await insertPlan(db, {
        name: 'Starter',
        ownerAccountId: null,
        modules: [...SIGN_UP_MODULES],
        freeCredits: SIGN_UP_CREDITS,
        supportOpenAiApiKey: true,
      })
      await store.setSignUpPlan(db, account.realm_id, starter.plan_id)
      return admin.email
    })
  }

  return { createAccount, createUser, createFirstAdmin }
}
