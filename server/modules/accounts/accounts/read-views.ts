import type { ColumnType, Selectable } from 'kysely'
import type { PlanVersionInfoRow } from '#server/modules/accounts/plans/index.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'
import type { AccountTable, RealmTable, UserTable } from './accounts-store.ts'

type Shown<Value> = ColumnType<Value, never, never>

interface Member
  extends ReadOnly<
    UserTable,
    | 'id'
    | 'account_id'
    | 'realm_id'
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'role'
    | 'staff_role'
    | 'refuses_acting'
    | 'granted_modules'
    | 'access_to_wallet'
    | 'own_lists_only'
    | 'state'
    | 'confirmed_at'
    | 'checklist_dismissed_at'
    | 'time_zone'
    | 'locale'
    | 'hour_cycle'
    | 'created_at'
    | 'search'
    | 'delete_at'
  > {
  /** First and last name, else the address. */
  name: ReadOnly<UserTable>['email']
  /** Owns the account: true for everyone who was not invited. */
  is_owner: ReadOnly<UserTable>['access_to_wallet']
}

export type MemberRow = Selectable<Member>

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    member: Member
    account_node: ReadOnly<
      AccountTable,
      | 'id'
      | 'parent_id'
      | 'path'
      | 'realm_id'
      | 'name'
      | 'time_zone'
      | 'modules'
      | 'support_open_ai_api_key'
      | 'ai_credits_per_1000_tokens'
      | 'ai_own_key_credits_per_1000_tokens'
      | 'training_tokens'
      | 'created_at'
      | 'closed_at'
      | 'delete_at'
      | 'deletion_warned_at'
      | 'deleted_at'
    > & {
      /** Access level; `closed` while the account waits to be deleted. */
      access: ColumnType<'full' | 'read_only' | 'locked' | 'closed', never, never>
    }
    /** The package of an account, also while its subscription is cancelled or past due. */
    active_plan: {
      account_id: Shown<number>
      plan_version_id: Shown<number>
      started_at: Shown<Date>
      period_end: Shown<Date | null>
    } & ReadOnly<
      PlanVersionInfoRow,
      | 'name'
      | 'seats'
      | 'audits_per_month'
      | 'credit_prices'
      | 'log_in_as'
      | 'own_key_free'
      | 'ai_credits_per_1000_tokens'
      | 'ai_own_key_credits_per_1000_tokens'
      | 'training_tokens'
      | 'calls_per_minute'
    >
    realm_info: ReadOnly<RealmTable, 'id' | 'owner_account_id' | 'sign_up_plan_id'>
  }
}
