import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { AccountSettingColumn } from '#contract/accounts/account-settings.ts'
import type { StaffRole } from '#contract/core/constants.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'

export interface RealmTable {
  id: Generated<number>
  name: string
  owner_account_id: number | null
  sign_up_plan_id: Generated<number | null>
  created_at: Generated<Date>
}
export interface AccountTable {
  id: Generated<number>
  parent_id: number | null
  path: number[]
  realm_id: number
  name: string
  time_zone: Generated<string>
  modules: string[]
  support_open_ai_api_key: Generated<boolean>
  ai_credits_per_1000_tokens: Generated<number | null>
  ai_own_key_credits_per_1000_tokens: Generated<number | null>
  training_tokens: Generated<number | null>
  /** Access level, apart from being closed. Maintained by accounts/subscriptions. */
  access: Generated<'full' | 'read_only' | 'locked'>
  created_at: Generated<Date>
  closed_at: Generated<Date | null>
  closed_by: Generated<number | null>
  delete_at: Generated<Date | null>
  deletion_warned_at: Generated<Date | null>
  deleted_at: Generated<Date | null>
}
export interface UserTable {
  id: Generated<number>
  account_id: number
  realm_id: number
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  role: 'admin' | 'related' | 'user'
  staff_role: Generated<StaffRole | null>
  refuses_acting: Generated<boolean>
  granted_modules: string[] | null
  access_to_wallet: Generated<boolean>
  own_lists_only: Generated<boolean>
  state: Generated<'active' | 'suspended' | 'removed'>
  confirmed_at: Date | null
  /** Searchable text: email and both names. */
  search: GeneratedAlways<string>
  /** When a deleted person is removed permanently. */
  delete_at: Generated<Date | null>
  checklist_dismissed_at: Generated<Date | null>
  time_zone: Generated<string | null>
  locale: Generated<string | null>
  hour_cycle: Generated<'h12' | 'h23' | null>
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    realm: RealmTable
    account: AccountTable
    app_user: UserTable
  }
}
export type AccountRow = Selectable<AccountTable>
export type UserRow = Selectable<UserTable>

export const findAccount = (db: Db, id: number) => findRow(db, 'account', { id })

export const findUser = (db: Db, id: number) => findRow(db, 'app_user', { id })

const activeWithEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('state', '=', 'active')
    .orderBy('realm_id')

/** Users with this email; in one realm, or in all when `realmId` is null. Oldest realm first, at most 5. */
export async function findUsersByEmail(db: Db, email: string, realmId: number | null): Promise<UserRow[]> {
  const query = activeWithEmail(db, email)
  return (realmId === null ? query.limit(5) : query.where('realm_id', '=', realmId)).execute()
}

/** Users with this email whom the site serves: of its realm, and in the account that owns it, at most one of each. */
export const findUsersOfSite = (
  db: Db,
  email: string,
  site: { account_id: number; realm_id: number },
): Promise<UserRow[]> =>
  activeWithEmail(db, email)
    .where((eb) =>
      eb.or([
        eb('realm_id', '=', site.realm_id),
        eb.and([eb('account_id', '=', site.account_id), eb('role', '<>', 'admin')]),
      ]),
    )
    .execute()

/** Active administrators, by account. */
export const findAdministrators = (db: Db) =>
  db
    .selectFrom('app_user')
    .select(['id', 'account_id'])
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .orderBy('account_id')
    .orderBy('id')
    .execute()

/** Whether the address is taken in the realm, including suspended people. */
export async function isEmailTaken(db: Db, email: string, realmId: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('realm_id', '=', realmId)
    .where('state', '<>', 'removed')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRealm(db: Db, name: string, ownerAccountId: number | null): Promise<number> {
  const row = await insertRow(db, 'realm', { name, owner_account_id: ownerAccountId }, ['id'])
  return row.id
}

export const findRealmOf = (db: Db, ownerAccountId: number) =>
  findRow(db, 'realm', { owner_account_id: ownerAccountId }, ['id'])

export const findRealm = (db: Db, id: number) => findRow(db, 'realm', { id })

export const findRealms = (db: Db, ids: number[]) =>
  db
    .selectFrom('realm')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()

export const setSignUpPlan = (db: Db, realmId: number, planId: number | null) =>
  updateRows(db, 'realm', { id: realmId }, { sign_up_plan_id: planId })

export async function hasCustomers(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('parent_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const updateUser = (
  db: Db,
  id: number,
  set: Partial<
    Pick<
      UserRow,
      | 'first_name'
      | 'time_zone'
      | 'locale'
      | 'hour_cycle'
      | 'last_name'
      | 'email'
      | 'password_hash'
      | 'confirmed_at'
      | 'state'
      | 'role'
      | 'staff_role'
      | 'refuses_acting'
      | 'granted_modules'
      | 'access_to_wallet'
      | 'own_lists_only'
      | 'delete_at'
    >
  >,
) =>
  db
    .updateTable('app_user')
    // Reactivated users are no longer scheduled for deletion.
    .set({ ...set, ...(set.state === 'active' && { delete_at: null }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

type AccountChange = Partial<
  Pick<
    AccountRow,
    | AccountSettingColumn
    | 'support_open_ai_api_key'
    | 'ai_credits_per_1000_tokens'
    | 'ai_own_key_credits_per_1000_tokens'
    | 'training_tokens'
  >
>

/** Hides or shows a person's first steps. */
export const setChecklistDismissed = (db: Db, userId: number, dismissed: boolean) =>
  updateRows(db, 'app_user', { id: userId }, { checklist_dismissed_at: dismissed ? sql<Date>`now()` : null })

export const updateAccount = (db: Db, id: number, set: AccountChange) =>
  updateRows(db, 'account', { id }, set)

export async function insertAccount(
  db: Db,
  account: {
    parent: AccountRow | null
    realmId: number
    name: string
    modules: string[]
    supportOpenAiApiKey: boolean
  },
): Promise<AccountRow> {
  const row = await insertRow(db, 'account', {
    parent_id: account.parent?.id ?? null,
    path: [],
    realm_id: account.realmId,
    name: account.name,
    modules: account.modules,
    support_open_ai_api_key: account.supportOpenAiApiKey,
  })
  const path = [...(account.parent?.path ?? []), row.id]
  await updateRows(db, 'account', { id: row.id }, { path })
  return { ...row, path }
}

export const insertUser = (
  db: Db,
  user: Pick<
    UserRow,
    'account_id' | 'realm_id' | 'email' | 'password_hash' | 'first_name' | 'last_name' | 'role'
  > &
    Partial<
      Pick<UserRow, 'staff_role' | 'granted_modules' | 'access_to_wallet' | 'own_lists_only' | 'confirmed_at'>
    >,
) => insertRow(db, 'app_user', { granted_modules: null, confirmed_at: null, ...user })

/** An account's plan, with the credits that came with it. */
export const findPlanOf = (db: Db, accountId: number) =>
  db
    .selectFrom('subscription_info as s')
    .innerJoin('plan_version_info as v', 'v.id', 's.plan_version_id')
    .select(['v.name', 'v.credits as free_credits'])
    .where('s.account_id', '=', accountId)
    .where('s.is_current', '=', true)
    .executeTakeFirst()

/** An account and its descendants with their plans' modules, nearest to the root first. */
export const plansBelow = (db: Db, accountId: number) =>
  db
    .selectFrom('account as a')
    .leftJoin('subscription_info as s', (join) =>
      join.onRef('s.account_id', '=', 'a.id').on('s.is_current', '=', true),
    )
    .leftJoin('plan_version_info as v', 'v.id', 's.plan_version_id')
    .select(['a.id', 'a.parent_id', 'a.modules', 'v.modules as plan_modules'])
    .where(inTreeOf(accountId, 'a.path'))
    .orderBy(sql`cardinality(a.path)`)
    .orderBy('a.id')
    .execute()

export const setModules = (db: Db, accountId: number, modules: string[]) =>
  updateRows(db, 'account', { id: accountId }, { modules })

/** The platform account: the only one without a parent. */
export const findPlatform = (db: Db) =>
  db.selectFrom('account').selectAll().where('parent_id', 'is', null).executeTakeFirst()
