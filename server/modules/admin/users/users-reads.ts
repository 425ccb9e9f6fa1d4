import { sql } from 'kysely'
import type { UserState } from '#contract/admin/users.ts'
import type { Role } from '#contract/core/constants.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow } from '#server/platform/db/rows.ts'

export interface UsersQuery {
  page: number
  limit: number
  search?: string
  role?: Role
  state?: UserState
  account_id?: number
}

const LARGEST_ID = 9_007_199_254_740_991

/** The account waits to be deleted. A subquery, so that counting needs no join. */
const IS_CLOSED = sql`exists (select from account_node c where c.id = m.account_id and c.closed_at is not null)`
const WAITS = sql`(m.state = 'suspended' and m.delete_at is not null)`
const STATES: Record<UserState, ReturnType<typeof sql<boolean>>> = {
  active: sql<boolean>`m.state = 'active' and not ${IS_CLOSED}`,
  suspended: sql<boolean>`m.state = 'suspended' and not ${WAITS} and not ${IS_CLOSED}`,
  // Alone, or with the account.
  deleted: sql<boolean>`(${WAITS} or ${IS_CLOSED})`,
}

/**
 * Matching people, each condition with its own index: the person's text, the account's name, the id. One
 * condition over both tables would read all people.
 */
function foundBy(db: Db, search: string) {
  const pattern = containing(search)
  const byText = db.selectFrom('member').select('id').where('search', 'ilike', pattern)
  const byAccount = db
    .selectFrom('account_node as n')
    .innerJoin('member as u', 'u.account_id', 'n.id')
    .select('u.id')
    .where('n.name', 'ilike', pattern)
  const found = byText.union(byAccount)
  const id = /^\d{1,16}$/.test(search) ? Number(search) : Number.NaN
  return id <= LARGEST_ID ? found.union(db.selectFrom('member').select('id').where('id', '=', id)) : found
}

function matching(db: Db, { search, role, state, account_id }: UsersQuery) {
  let found = db.selectFrom('member as m').where('m.state', '<>', 'removed')
  if (search) found = found.where('m.id', 'in', foundBy(db, search))
  if (role) found = found.where('m.role', '=', role)
  if (state) found = found.where(STATES[state])
  if (account_id) found = found.where('m.account_id', '=', account_id)
  return found
}

/** Displayed details of these people, unordered. */
const selectShown = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('member as m')
    .innerJoin('account_node as a', 'a.id', 'm.account_id')
    .leftJoin('account_node as p', (join) =>
      join.onRef('p.id', '=', 'a.parent_id').on('p.parent_id', 'is not', null),
    )
    .leftJoin('wallet_info as w', 'w.account_id', 'm.account_id')
    .select(['m.id', 'm.first_name', 'm.last_name', 'm.email', 'm.role', 'm.staff_role', 'm.granted_modules'])
    .select([
      'm.access_to_wallet',
      'm.own_lists_only',
      'm.state',
      'm.created_at',
      'm.account_id',
      'm.realm_id',
    ])
    .select(['a.name as account_name', 'a.modules as account_modules', 'a.support_open_ai_api_key', 'a.path'])
    .select(['p.id as reseller_id', 'p.name as reseller_name', 'a.parent_id', 'a.closed_at'])
    .select(['w.available', 'w.reserved', 'w.spent'])
    .select([
      STATES.deleted.as('is_deleted'),
      sql<Date | null>`coalesce(a.delete_at, m.delete_at)`.as('delete_at'),
    ])
    .select((eb) => [
      eb
        .selectFrom('session_info as s')
        .select(({ fn }) => fn.max('s.created_at').as('at'))
        .whereRef('s.user_id', '=', 'm.id')
        .where('s.actor_user_id', 'is', null)
        .as('last_sign_in_at'),
    ])
    .where('m.id', '=', sql<number>`any(${ids}::bigint[])`)

export type UserView = Awaited<ReturnType<typeof findUserView>> & object

export const findUserView = (db: Db, id: number) =>
  selectShown(db, [id]).where('m.state', '<>', 'removed').executeTakeFirst()

/** A page of people, newest first, and the total. Only the ids of the page are joined with the rest. */
export async function listUsers(db: Db, query: UsersQuery) {
  const base = matching(db, query)
  const { rows: shown, total } = await readPage(base, base.select('m.id').orderBy('m.id', 'desc'), query)
  const ids = shown.map(({ id }) => id)
  const rows = await selectShown(db, ids).orderBy('m.id', 'desc').execute()
  return { rows, total }
}

export const findPackageName = async (db: Db, accountId: number): Promise<string | null> =>
  (await findRow(db, 'active_plan', { account_id: accountId }, ['name']))?.name ?? null
