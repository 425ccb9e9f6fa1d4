import { type Generated, type Selectable, sql } from 'kysely'
import type { CrmId } from '#contract/leads/crm.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRows } from '#server/platform/db/rows.ts'

interface CrmConnectionTable {
  account_id: number
  id: Generated<number>
  crm: CrmId
  way: 'oauth' | 'token' | 'url'
  label: string
  sealed: string
  hint: string | null
  remote_account: string
  state: Generated<'ready' | 'refused'>
  problem: string | null
  renewed_until: Date | null
  created_by: number | null
  created_at: Generated<Date>
  tested_at: Date | null
  deleted_at: Date | null
  /** What shows in the CRM that a customer was won; null: not read. */
  win_sign: string | null
  /** Everything that changed before was read. */
  wins_read_to: Date | null
  wins_read_at: Date | null
  wins_problem: string | null
  /** When a sender called since it was last read. */
  hook_at: Date | null
}
interface CrmConsentTable {
  state_hash: string
  account_id: number
  user_id: number
  crm: CrmId
  expires_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    crm_connection: CrmConnectionTable
    crm_consent: CrmConsentTable
  }
}
export type ConnectionRow = Selectable<CrmConnectionTable>

const CONSENT_MINUTES = 15

/** Stores credentials of a CRM account, replacing those of the same account. */
export async function upsertConnection(
  db: Db,
  row: Pick<
    ConnectionRow,
    'account_id' | 'crm' | 'way' | 'label' | 'sealed' | 'hint' | 'remote_account' | 'created_by'
  >,
): Promise<ConnectionRow> {
  const set = {
    way: row.way,
    label: row.label,
    sealed: row.sealed,
    hint: row.hint,
    state: 'ready' as const,
    problem: null,
    renewed_until: null,
    tested_at: sql<Date>`now()`,
  }
  return db
    .insertInto('crm_connection')
    .values({ ...row, ...set, deleted_at: null })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'crm', 'remote_account'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ ...set, tested_at: sql<Date>`excluded.tested_at` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An account's connection that was not disconnected. */
export const findConnection = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('crm_connection')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** All connections, with how many leads were sent with each. */
export const listConnections = (db: Db, accountId: number) =>
  db
    .selectFrom('crm_connection as c')
    .selectAll('c')
    .select(
      sql<number>`(select count(*)::int from crm_ledger l where l.account_id = c.account_id and l.connection_id = c.id
        and l.state = 'sent')`.as('sent'),
    )
    .where('c.account_id', '=', accountId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id')
    .execute()

/** Which CRM each connection is to, the oldest first. */
export const findConnectionKinds = (db: Db, accountId: number) =>
  db
    .selectFrom('crm_connection')
    .select(['id', 'crm'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const updateConnection = (
  db: Db,
  accountId: number,
  id: number,
  set: Partial<
    Pick<
      ConnectionRow,
      | 'sealed'
      | 'state'
      | 'problem'
      | 'renewed_until'
      | 'win_sign'
      | 'wins_read_to'
      | 'wins_read_at'
      | 'wins_problem'
      | 'hook_at'
    >
  > & { tested?: true },
) => {
  const { tested, ...rest } = set
  return db
    .updateTable('crm_connection')
    .set({ ...rest, ...(tested && { tested_at: sql<Date>`now()` }) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Marks credentials as rejected, unless they were replaced since they were read. @returns whether the state changed. */
export async function refuseConnection(db: Db, row: ConnectionRow, problem: string): Promise<boolean> {
  const done = await db
    .updateTable('crm_connection')
    .set({ state: 'refused', problem, renewed_until: null })
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .where('sealed', '=', row.sealed)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Claims the right to refresh tokens, for one process only, because a refresh token works once. */
export const claimRenewal = (db: Db, row: ConnectionRow, seconds: number) =>
  db
    .updateTable('crm_connection')
    .set({ renewed_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .where('sealed', '=', row.sealed)
    .where((eb) => eb.or([eb('renewed_until', 'is', null), eb('renewed_until', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst()

/** Deletes the credentials; the record of what was sent stays. */
export const forgetConnection = (db: Db, accountId: number, id: number) =>
  db
    .updateTable('crm_connection')
    .set({ deleted_at: sql<Date>`now()`, sealed: '', hint: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('label')
    .executeTakeFirst()

/** Stores an OAuth state; deletes old ones. */
export async function insertConsent(
  db: Db,
  row: { stateHash: string; accountId: number; userId: number; crm: CrmId },
): Promise<void> {
  await db.deleteFrom('crm_consent').where('expires_at', '<', sql<Date>`now()`).execute()
  await insertRows(db, 'crm_consent', {
    state_hash: row.stateHash,
    account_id: row.accountId,
    user_id: row.userId,
    crm: row.crm,
    expires_at: sql<Date>`now() + make_interval(mins => ${CONSENT_MINUTES})`,
  })
}

/** Redeems a state, which works once. */
export const redeemConsent = (db: Db, person: { accountId: number; userId: number }, stateHash: string) =>
  db
    .deleteFrom('crm_consent')
    .where('state_hash', '=', stateHash)
    .where('account_id', '=', person.accountId)
    .where('user_id', '=', person.userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('crm')
    .executeTakeFirst()

/** Records that a sender called. @returns whether it is the first call since its last reading began */
export async function markHooked(db: Db, accountId: number, id: number): Promise<boolean> {
  const done = await db
    .updateTable('crm_connection')
    .set({ hook_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('hook_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
