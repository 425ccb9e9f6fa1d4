import { sql } from 'kysely'
import { FIRST_ACCOUNT_CREDITS, MODULES, SIGN_UP_CREDITS, SIGN_UP_MODULES } from '#contract/core/constants.ts'
import {
  findPlanOwner,
  findPlanVersion,
  insertPlan,
  type PlanVersionRow,
} from '#server/modules/accounts/plans/index.ts'
import { giveFreeCredits, openWallet } from '#server/modules/accounts/wallet/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import * as store from './accounts-store.ts'
import { effectiveModules } from './entitlements.ts'
import { realmFor } from './realms.ts'
import { accountCreated, personAdded, recordSubscription } from './signals.ts'

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
  ownListsOnly?: boolean
}

// Opens accounts and adds people to them.

/** Who pays a plan's free credits: its owner if that is an ancestor, else the installation. */
async function findPayer(ctx: Context, { path }: store.AccountRow, planId: number): Promise<number> {
  const owner = await findPlanOwner(ctx.db, planId)
  return owner !== null && path.slice(0, -1).includes(owner) ? owner : (path[0] as number)
}

async function startOnce(ctx: Context, account: store.AccountRow, version: PlanVersionRow): Promise<void> {
  await recordSubscription.ask(ctx, { accountId: account.id, planVersionId: version.id })
  if (version.free_credits > 0)
    await giveFreeCredits(ctx, {
      accountId: account.id,
      amount: version.free_credits,
      payerId: await findPayer(ctx, account, version.plan_id),
      reason: 'Free credits of the plan',
    })
}

/**
 * Opens an account below `parentId` on a plan version. Grants its free credits once in the same transaction,
 * unless `start` subscribes it otherwise.
 */
export function createAccount(
  ctx: Context,
  input: {
    parentId: number | null
    name: string
    planVersionId: number
    start?: (account: store.AccountRow) => Promise<void>
  },
): Promise<store.AccountRow> {
  return transaction(ctx.db, async () => {
    const version = await findPlanVersion(ctx.db, input.planVersionId)
    if (!version) throw notFound('The plan')
    const parent =
      input.parentId === null ? null : ((await store.findAccount(ctx.db, input.parentId)) ?? null)
    if (input.parentId !== null && !parent) throw notFound('The parent account')
    const account = await store.insertAccount(ctx.db, {
      parent,
      realmId: parent ? await realmFor(ctx.db, parent) : await store.insertRealm(ctx.db, input.name, null),
      name: input.name,
      modules: effectiveModules(version.modules, parent?.modules ?? null),
      supportOpenAiApiKey: version.support_open_ai_api_key,
    })
    await emitCustomerEvent(ctx.db, account.id, 'customer.created')
    await openWallet(ctx, account.id)
    if (input.start) await input.start(account)
    else await startOnce(ctx, account, version)
    await accountCreated.emit(ctx, { accountId: account.id, planVersionId: version.id })
    return account
  })
}

/** Adds a user to an account; email is unique within the account's realm. */
export async function createUser(ctx: Context, accountId: number, user: NewUser): Promise<store.UserRow> {
  const passwordHash = user.password ? await hashPassword(user.password) : (user.passwordHash ?? null)
  return transaction(ctx.db, async () => {
    const account = await store.findAccount(ctx.db, accountId)
    if (!account) throw notFound('The account')
    const person = await store.insertUser(ctx.db, {
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
      own_lists_only: user.ownListsOnly ?? false,
      confirmed_at: user.confirmed ? (sql<Date>`now()` as never) : null,
    })
    await personAdded.emit(ctx, { accountId })
    return person
  })
}

/**
 * Creates platform account, plan and admin when the database is empty.
 * @returns the new admin's email, or null when there was one already.
 */
export async function createFirstAdmin(
  ctx: Context,
  admin: Pick<NewUser, 'email' | 'password' | 'passwordHash'>,
): Promise<string | null> {
  if (await store.findPlatform(ctx.db)) return null
  return transaction(ctx.db, async () => {
    // Several processes may start at once on an empty database.
    await sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(ctx.db)
    if (await store.findPlatform(ctx.db)) return null
    const version = await insertPlan(ctx.db, {
      name: 'Platform',
      ownerAccountId: null,
      modules: [...MODULES],
      freeCredits: FIRST_ACCOUNT_CREDITS,
      supportOpenAiApiKey: true,
    })
    const account = await createAccount(ctx, { parentId: null, name: 'Platform', planVersionId: version.id })
    await createUser(ctx, account.id, {
      ...admin,
      firstName: 'Admin',
      role: 'admin',
      staffRole: 'owner',
      confirmed: true,
    })
    const starter = await insertPlan(ctx.db, {
      name: 'Starter',
      ownerAccountId: null,
      modules: [...SIGN_UP_MODULES],
      freeCredits: SIGN_UP_CREDITS,
      supportOpenAiApiKey: true,
    })
    await store.setSignUpPlan(ctx.db, account.realm_id, starter.plan_id)
    return admin.email
  })
}
