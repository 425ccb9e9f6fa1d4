import { sql } from 'kysely'
import { type HistoryArea, histories, historyActions } from '#contract/core/histories.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
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
  const { page, limit, area, search, from, to } = query
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
  const counted = await sql<{ total: number }>`select count(*) as total from audit_entry e
    where e.action = any(${actions}::text[]) and ${where}`.execute(db)
  const newest = actions.map(
    (action) => sql`(select e.* from audit_entry e where e.action = ${action} and ${where}
      order by e.at desc limit ${page * limit}::int)`,
  )
  const { rows } = await sql<AuditView & { account: string }>`
    select e.account_id, e.seq, e.at, e.action, e.user_id, e.actor_user_id, e.credential, e.subject, e.detail,
      u.name as user_name, u.email as user_email, a.name as actor_name, a.email as actor_email, n.name as account
    from (
      select one.* from (${sql.join(newest, sql` union all `)}) one
      order by one.at desc, one.account_id, one.seq desc
      limit ${limit} offset ${(page - 1) * limit}
    ) e
    left join member u on u.id = e.user_id
    left join member a on a.id = e.actor_user_id
    join account_node n on n.id = e.account_id
    order by e.at desc, e.account_id, e.seq desc`.execute(db)
  return { rows, total: Number(counted.rows[0]?.total ?? 0) }
}

/** Changes of users, plans, prompts and settings in all accounts. */
export const historyRoutes = (ctx: Context) => [
  route(histories, async ({ actor, query }: { actor: Actor; query: HistoryQuery }) => {
    const { rows, total } = await pageOfHistories(ctx.db, query, actor.timeZone)
    const data = rows.map((row) => ({ ...presentEntry(row), account: row.account }))
    return pageReply(data, query, total)
  }),
]
