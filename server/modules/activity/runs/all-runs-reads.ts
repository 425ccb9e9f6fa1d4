import { sql } from 'kysely'
import type { RunKind } from '#contract/activity/run-kinds/index.ts'
import type { RunState } from '#contract/activity/runs.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'

/** Runs of all accounts with the account, who started them, and the run that repeats them. */
const selectShown = (db: Db) =>
  db
    .selectFrom('run as r')
    .innerJoin('account_node as a', 'a.id', 'r.account_id')
    .leftJoin('member as u', 'u.id', 'r.created_by')
    .leftJoin('member as act', 'act.id', 'r.actor_user_id')
    .leftJoin('run as next', (join) =>
      join.onRef('next.account_id', '=', 'r.account_id').onRef('next.previous_run_id', '=', 'r.id'),
    )
    .selectAll('r')
    .select(['a.name as account', 'u.email as created_by_email', 'act.email as acted_by_email'])
    .select('next.id as next_run_id')

export const findAnyRun = (db: Db, accountId: number, id: number) =>
  selectShown(db).where('r.account_id', '=', accountId).where('r.id', '=', id).executeTakeFirst()
export type AnyRunView = NonNullable<Awaited<ReturnType<typeof findAnyRun>>>

export interface AllRunsQuery {
  page: number
  limit: number
  state?: RunState
  kind?: RunKind
  search?: string
}

/** Ids of matching accounts: by name, by a member's email, or by id. */
const accountsLike = (search: string) => sql<boolean>`r.account_id = any(array(
  select id from account_node where name ilike ${containing(search)}
  union select account_id from member where email ilike ${containing(search)}
  ${/^\d{1,15}$/.test(search) ? sql`union select ${search}::bigint` : sql``}))`

export function listAllRuns(db: Db, { page, limit, state, kind, search }: AllRunsQuery) {
  const condition = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(state ? [sql`r.state = ${state}`] : []),
      ...(kind ? [sql`r.kind = ${kind}`] : []),
      ...(search ? [accountsLike(search)] : []),
    ],
    sql` and `,
  )}`
  return readPage(
    db.selectFrom('run as r').where(condition),
    selectShown(db).where(condition).orderBy('r.id', 'desc'),
    { page, limit },
  )
}

export async function hasUnfinished(db: Db, accountId: number, kind: RunKind): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
