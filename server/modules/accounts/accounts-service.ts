import { sql } from 'kysely'
import { FIRST_ACCOUNT_CREDITS, MODULES, SIGN_UP_CREDITS, SIGN_UP_MODULES } from '#contract/constants.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import { hashPassword, verifyPassword } from '#server/platform/crypto/password.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import {
  type AccountRow,
  endSubscription,
  findAccount,
  findNewestVersion,
  findPlanOf,
  findPlanVersion,
  findPlatform,
  findRealm,
  findRealmOf,
  findRealms,
  findUser,
  findUsersByEmail,
  insertAccount,
  insertPlan,
  insertRealm,
  insertSubscription,
  insertUser,
  isEmailTaken,
  type NewPlan,
  type PlanVersionRow,
  plansBelow,
  setModules,
  setSignUpPlan,
  type UserRow,
  updateAccount,
  updateUser,
} from './accounts-store.ts'
import { effectiveModules } from './entitlements.ts'

export interface NewUser {
  email: string
  /** Absent or null: the person signs in with a vendor only. `passwordHash` is taken as it is. */
  password?: string | null
  passwordHash?: string | null
  /** The address is proven. */
  confirmed?: boolean
  firstName?: string
  lastName?: string
  role?: UserRow['role']
  grantedModules?: string[] | null
  accessToWallet?: boolean
}

/** What a sign-up needs to know of a site. */
interface SignUpSite {
  account_id: number
  realm_id: number
  sign_up_plan_id: number | null
}

/** The realm of a new account's users: the nearest reseller above, else the platform's. */
async function realmFor(db: Db, parent: AccountRow): Promise<number> {
  for (const id of parent.path.toReversed()) {
    const ancestor = await findAccount(db, id)
    if (!ancestor?.modules.includes('whitelabel') || ancestor.parent_id === null) continue
    const realm = await findRealmOf(db, ancestor.id)
    return realm?.id ?? insertRealm(db, ancestor.name, ancestor.id)
  }
  return (await findPlatform(db))?.realm_id ?? parent.realm_id
}

export interface AccountsDeps {
  db: Db
  wallet: Wallet
  /** Tries per user to give the own password again. */
  passwordTries: RateLimit
}

export function createAccountsService(deps: AccountsDeps) {
  const { db, wallet } = deps

  /** Opens an account below `parentId` on a plan version; its free credits are granted in the same transaction. */
  function createAccount(input: {
    parentId: number | null
    name: string
    planVersionId: number
  }): Promise<AccountRow> {
    return transaction(db, async () => {
      const version = await findPlanVersion(db, input.planVersionId)
      if (!version) throw notFound('The plan')
      const parent = input.parentId === null ? null : ((await findAccount(db, input.parentId)) ?? null)
      if (input.parentId !== null && !parent) throw notFound('The parent account')
      const account = await insertAccount(db, {
        parent,
        realmId: parent ? await realmFor(db, parent) : await insertRealm(db, input.name, null),
        name: input.name,
        modules: effectiveModules(version.modules, parent?.modules ?? null),
        supportOpenAiApiKey: version.support_open_ai_api_key,
      })
      await insertSubscription(db, account.id, version.id)
      await wallet.open(account.id)
      if (version.free_credits > 0) {
        await wallet.grant({
          accountId: account.id,
          amount: version.free_credits,
          reason: 'Free credits of the plan',
          userId: null,
        })
      }
      return account
    })
  }

  /** Adds a user to an account; email is unique within the account's realm. */
  async function createUser(accountId: number, user: NewUser): Promise<UserRow> {
    const passwordHash = user.password ? await hashPassword(user.password) : (user.passwordHash ?? null)
    return transaction(db, async () => {
      const account = await findAccount(db, accountId)
      if (!account) throw notFound('The account')
      return insertUser(db, {
        account_id: accountId,
        realm_id: account.realm_id,
        email: user.email,
        password_hash: passwordHash,
        first_name: user.firstName ?? '',
        last_name: user.lastName ?? '',
        role: user.role ?? 'user',
        granted_modules: user.grantedModules ?? null,
        access_to_wallet: user.accessToWallet ?? false,
        confirmed_at: user.confirmed ? (sql<Date>`now()` as never) : null,
      })
    })
  }

  const createPlan = (
    plan: Omit<NewPlan, 'ownerAccountId'> & Partial<Pick<NewPlan, 'ownerAccountId'>>,
  ): Promise<PlanVersionRow> => insertPlan(db, { ...plan, ownerAccountId: plan.ownerAccountId ?? null })

  /** Puts an account on a plan version. What it and those below it may use follows. */
  async function subscribe(accountId: number, planVersionId: number): Promise<void> {
    await transaction(db, async () => {
      await endSubscription(db, accountId)
      await insertSubscription(db, accountId, planVersionId)
      const account = await findAccount(db, accountId)
      const parent = account?.parent_id ? await findAccount(db, account.parent_id) : undefined
      const known = new Map<number, string[]>(parent ? [[parent.id, parent.modules]] : [])
      for (const { id, parent_id, modules, plan_modules } of await plansBelow(db, accountId)) {
        const above = parent_id === null ? null : (known.get(parent_id) ?? null)
        const effective = effectiveModules(plan_modules ?? modules, above)
        known.set(id, effective)
        await setModules(db, id, effective)
      }
    })
  }

  /** The realm of an account's customers; made when it has none. */
  async function realmOf(accountId: number, name: string): Promise<number> {
    const realm = await findRealmOf(db, accountId)
    return realm?.id ?? insertRealm(db, name, accountId)
  }

  /** Where people who register on a site come to stand; null where sign-up is closed. */
  async function signUpPlan(site: SignUpSite | null) {
    const platform = await findPlatform(db)
    const parentId = site?.account_id ?? platform?.id
    const realmId = site?.realm_id ?? platform?.realm_id
    if (parentId === undefined || realmId === undefined) return null
    const realm = await findRealm(db, realmId)
    const planId = site?.sign_up_plan_id ?? realm?.sign_up_plan_id
    const version = planId ? await findNewestVersion(db, planId) : undefined
    return version ? { parentId, realmId, planVersionId: version.id } : null
  }

  /**
   * Asks for the own password again before something that a stolen token must not do. A user without a password
   * (social sign-in only) passes. @throws AppError validation_failed on `field`, rate_limited.
   */
  async function requirePassword(userId: number, password: string | undefined, field = 'password') {
    const user = await findUser(db, userId)
    if (!user) throw notFound('The user')
    if (!user.password_hash) return
    if (password === undefined) throw invalidField(field, MESSAGES.required)
    await deps.passwordTries.consume(String(userId))
    if (!(await verifyPassword(user.password_hash, password)))
      throw invalidField(field, 'The password is wrong')
    await deps.passwordTries.reset(String(userId))
  }

  /**
   * Creates platform account, plan and admin when the database is empty.
   * @returns the new admin's email, or null when there was one already.
   */
  async function createFirstAdmin(admin: { email: string; password: string }): Promise<string | null> {
    if (await findPlatform(db)) return null
    return transaction(db, async () => {
      const version = await insertPlan(db, {
        name: 'Platform',
        ownerAccountId: null,
        modules: [...MODULES],
        freeCredits: FIRST_ACCOUNT_CREDITS,
        supportOpenAiApiKey: true,
      })
      const account = await createAccount({ parentId: null, name: 'Platform', planVersionId: version.id })
      await createUser(account.id, { ...admin, firstName: 'Admin', role: 'admin', confirmed: true })
      const starter = await insertPlan(db, {
        name: 'Starter',
        ownerAccountId: null,
        modules: [...SIGN_UP_MODULES],
        freeCredits: SIGN_UP_CREDITS,
        supportOpenAiApiKey: true,
      })
      await setSignUpPlan(db, account.realm_id, starter.plan_id)
      return admin.email
    })
  }

  return {
    createAccount,
    createUser,
    createPlan,
    subscribe,
    realmOf,
    createFirstAdmin,
    signUpPlan,
    platformRealm: async () => (await findPlatform(db))?.realm_id ?? null,
    isTaken: (email: string, realmId: number) => isEmailTaken(db, email, realmId),
    setSignUpPlan: (realmId: number, planId: number | null) => setSignUpPlan(db, realmId, planId),
    brandsOf: (realmIds: number[]) => findRealms(db, realmIds),
    updateUser: (id: number, set: Parameters<typeof updateUser>[2]) => updateUser(db, id, set),
    updateAccount: (id: number, set: Parameters<typeof updateAccount>[2]) => updateAccount(db, id, set),
    requirePassword,
    /** The plan that an account is on; undefined without one. */
    planOf: (accountId: number) => findPlanOf(db, accountId),
    findAccount: (id: number) => findAccount(db, id),
    findUser: (id: number) => findUser(db, id),
    findUsersByEmail: (email: string, realmId: number | null) => findUsersByEmail(db, email, realmId),
  }
}

export type AccountsService = ReturnType<typeof createAccountsService>
