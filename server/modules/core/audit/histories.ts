import { sql } from 'kysely'
import { type HistoryArea, histories, historyActions } from '#contract/core/histories.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { startPage } from '#server/platform/db/paging.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { route } from '#server/platform/http/route.ts'
import { type AuditView, presentEntry } from './present-entry.ts'

interface HistoryQuery {
  page: number
  limit: number
  area?: HistoryArea
  search?: string
  from?: string
  to?: string
}

async function findPeople(db: Db, pattern: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member where name ilike ${pattern} or email ilike ${pattern}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Entries of all accounts by action, newest first: each action is read from the end of its index. */
async function pageOfHistories(db: Db, query: HistoryQuery, timeZone: string) {
  const { area, search, from, to } = query
  const page = startPage(
    [{ by: sql`e.at`, descending: true }, { by: sql`e.account_id` }, { by: sql`e.seq`, descending: true }],
    query,
  )
  const actions = historyActions(area)
  const pattern = search && containing(search)
  const people = pattern && (await findPeople(db, pattern))
  const where = sql.join(
    [
      sql`true`,
      ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
      ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
      ...(people
        ? [sql`(e.user_id = any(${people}::bigint[]) or e.actor_user_id = any(${people}::bigint[]))`]
        : []),
    ],
    sql` and `,
  )
  const count = async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from audit_entry e
      where e.action = any(${actions}::text[]) and ${where}`.execute(db)
    return Number(rows[0]?.total ?? 0)
  }
  const total = page.knownTotal ?? (await count())
  const newest = actions.map(
    (
      action,
    ) => sql`(select e.* from audit_entry e where e.action = ${action} and ${where} and ${page.condition}
      order by ${page.order} limit ${page.offset + page.limit}::int)`,
  )
  const { rows } = await sql<AuditView & { account: string }>`
    select e.account_id, e.seq, e.at, e.action, e.user_id, e.actor_user_id, e.credential, e.subject, e.detail,
      u.name as user_name, u.email as user_email, a.name as actor_name, a.email as actor_email, n.name as account,
      ${sql.join(page.columns)}
    from (
      select e.* from (${sql.join(newest, sql` union all `)}) e
      order by ${page.order} limit ${page.limit} offset ${page.offset}
    ) e
    left join member u on u.id = e.user_id
    left join member a on a.id = e.actor_user_id
    join account_node n on n.id = e.account_id
    order by ${page.order}`.execute(db)
  return { rows: page.take(rows, total), total }
}

/** Changes of users, plans, prompts and settings in all accounts. */
export const historyRoutes = (ctx: Context) => [
  route(histories, async ({ actor, query }: { actor: Actor; query: HistoryQuery }) => {
    const { rows, total } = await pageOfHistories(ctx.db, query, actor.timeZone)
    const data = rows.map((row) => ({ ...presentEntry(row), account: row.account }))
    return pageReply(data, query, total)
  }),
]
