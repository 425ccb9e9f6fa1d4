import { type Generated, type Selectable, sql } from 'kysely'
import type { TEAM_ROLES } from '#contract/identity/team.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

/** Days until an invitation's link expires. */
export const INVITATION_DAYS = 7

interface InvitationTable {
  id: Generated<number>
  account_id: number
  realm_id: number
  site_id: number | null
  email: string
  first_name: string
  last_name: Generated<string>
  role: (typeof TEAM_ROLES)[number]
  granted_modules: string[] | null
  access_to_wallet: boolean
  own_lists_only: Generated<boolean>
  monthly_credit_cap: number | null
  /** Null for an address with an account elsewhere: it can never be accepted. */
  token_hash: string | null
  invited_by: number
  created_at: Generated<Date>
  expires_at: Date
  accepted_at: Generated<Date | null>
  withdrawn_at: Generated<Date | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    invitation: InvitationTable
    invitation_info: ReadOnly<InvitationTable, 'account_id' | 'expires_at' | 'accepted_at' | 'withdrawn_at'>
  }
}
export type InvitationRow = Selectable<InvitationTable>
/** Everything of an invitation fixed at its creation. */
export type NewInvitation = Omit<
  InvitationRow,
  'id' | 'created_at' | 'expires_at' | 'accepted_at' | 'withdrawn_at'
>

const now = sql<Date>`now()`
const lowerEmail = (email: string) => email.toLowerCase()

const members = (db: Db, accountId: number) =>
  db.selectFrom('member').selectAll().where('account_id', '=', accountId).where('state', '<>', 'removed')

export const findMembers = (db: Db, accountId: number) => members(db, accountId).orderBy('id').execute()

/** Deleted people after their restore period. */
export const findDeletedMembers = (db: Db) =>
  db
    .selectFrom('member')
    .select(['id', 'account_id'])
    .where('delete_at', '<=', now)
    .where('state', '=', 'suspended')
    .orderBy('id')
    .execute()

/** The owner of an address in a realm. */
export const findHolder = (db: Db, realmId: number, email: string) =>
  db
    .selectFrom('member')
    .select(['id', 'account_id'])
    .where('realm_id', '=', realmId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', lowerEmail(email)))
    .where('state', '<>', 'removed')
    .executeTakeFirst()

/** Writes an invitation; a pending one for the same address becomes this one, and its link expires. */
export const replaceInvitation = (db: Db, invitation: NewInvitation): Promise<InvitationRow> => {
  const fresh = {
    ...invitation,
    created_at: now,
    expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
  }
  return db
    .insertInto('invitation')
    .values(fresh)
    .onConflict((oc) =>
      oc
        .expression(sql`account_id, lower(email)`)
        .where('accepted_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .doUpdateSet({
          ...fresh,
          created_at: sql<Date>`excluded.created_at`,
          expires_at: sql<Date>`excluded.expires_at`,
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

const open = (db: Db, accountId: number) =>
  db
    .selectFrom('invitation as i')
    .where('i.account_id', '=', accountId)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)

/** Whether an account has the name, or the email, of one of its members. */
export async function isNamedAfterMember(db: Db, accountId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`${name} in (email, trim(first_name || ' ' || last_name))`)
    .executeTakeFirst()
  return row !== undefined
}

/** Pending and expired invitations, newest first, with their senders. */
export const findOpenInvitations = (db: Db, accountId: number) =>
  open(db, accountId)
    .innerJoin('member as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select([
      'u.first_name as inviter_first_name',
      'u.last_name as inviter_last_name',
      'u.email as inviter_email',
      sql<boolean>`i.expires_at <= now()`.as('expired'),
    ])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
export type OpenInvitation = Awaited<ReturnType<typeof findOpenInvitations>>[number]

/** Open invitations of an address that can be accepted, or could until they expired. */
export const findInvitationsOf = (db: Db, email: string, realmId: number | null) =>
  db
    .selectFrom('invitation as i')
    .selectAll('i')
    .select(sql<boolean>`i.expires_at <= now()`.as('expired'))
    .where(sql`lower(i.email)`, '=', lowerEmail(email))
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.token_hash', 'is not', null)
    .$if(realmId !== null, (query) => query.where('i.realm_id', '=', realmId as number))
    .orderBy('i.id')
    .execute()

export const lockOpenInvitation = (db: Db, accountId: number, id: number) =>
  open(db, accountId).selectAll('i').where('i.id', '=', id).forUpdate().executeTakeFirst()

/** @returns whether there was one to withdraw. */
export async function withdrawInvitation(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ withdrawn_at: now, token_hash: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Withdraws the open invitations of an account to other addresses. */
export const withdrawOthers = (db: Db, accountId: number, email: string) =>
  db
    .updateTable('invitation')
    .set({ withdrawn_at: now, token_hash: null })
    .where('account_id', '=', accountId)
    .where(sql`lower(email)`, '<>', lowerEmail(email))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()

/** A link's invitation, while it can be accepted. */
export const findInvitation = (db: Db, tokenHash: string) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('account_node as a', 'a.id', 'i.account_id')
    .innerJoin('member as u', 'u.id', 'i.invited_by')
    .select([
      'i.id',
      'i.realm_id',
      'i.account_id',
      'i.role',
      'i.email',
      'i.first_name',
      'i.last_name',
      'i.expires_at',
      'i.account_id',
      'u.account_id as inviter_account_id',
      'a.name as account_name',
      'u.first_name as inviter_first_name',
      'u.last_name as inviter_last_name',
      'u.email as inviter_email',
    ])
    .where('i.token_hash', '=', tokenHash)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', now)
    .executeTakeFirst()

/** Uses up an invitation: only one of several concurrent uses of a link succeeds. */
export const redeemInvitation = (db: Db, tokenHash: string): Promise<InvitationRow | undefined> =>
  db
    .updateTable('invitation')
    .set({ accepted_at: now })
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/**
 * Deletes invitations whose link expired 30 days ago: they contain addresses of people who never joined. That of an
 * account without people stays, because its owner gets a new link from it.
 */
export const removeOldInvitations = (db: Db) =>
  db
    .deleteFrom('invitation')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('accepted_at', 'is not', null),
        eb('withdrawn_at', 'is not', null),
        exists(
          selectFrom('member')
            .select('member.id')
            .whereRef('member.account_id', '=', 'invitation.account_id')
            .where('member.state', '<>', 'removed'),
        ),
      ]),
    )
    .execute()
