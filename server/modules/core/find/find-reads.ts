import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { FIND_LIMIT } from '#contract/core/find.ts'
import type { Db } from '#server/platform/db/db.ts'
import { folded, foldedText, phoneDigits } from '#server/platform/db/folded.ts'
import { containing, likeLiteral } from '#server/platform/db/like-pattern.ts'
import type { SeenLists } from '#server/platform/db/seen-lists.ts'
import { isShort } from './find-words.ts'

/** Maximum leads examined per way of matching: limits the cost of a common word. */
const LEADS_LOOKED_AT = 200

const joinTests = (tests: RawBuilder<SqlBool>[]) => sql.join(tests, sql` and `)
const holds = (column: RawBuilder<unknown>, words: readonly string[]) =>
  joinTests(words.map((word) => sql<SqlBool>`${folded(column)} like ${foldedText(containing(word))}`))
const beginsWith = (column: RawBuilder<unknown>, text: string) =>
  sql<SqlBool>`${folded(column)} like ${foldedText(`${likeLiteral(text)}%`)}`

/** Active lists whose name contains every word; names starting with the text first, then the newest. */
export const findLists = (db: Db, { accountId, listsOf }: SeenLists, words: readonly string[]) =>
  db
    .selectFrom('list_info as list')
    .$if(listsOf !== null, (query) => query.where('created_by', '=', listsOf))
    .select(['id', 'name', 'type', 'lead_count', 'is_archived'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`${holds(sql`name`, words)}`)
    .orderBy('is_archived')
    .orderBy(sql`(${beginsWith(sql`name`, words.join(' '))})`, 'desc')
    .orderBy('id', 'desc')
    .limit(FIND_LIMIT)
    .execute()

export interface LeadHit {
  id: number
  list_id: number
  type: string
  list_name: string
  name: string | null
  company: string | null
  email: string | null
  domain: string | null
  website: string | null
  phone: string | null
  position: string | null
  city: string | null
  street: string | null
}

/**
 * The account's active leads containing every word, each business or person once; names starting with the text
 * first, then other values starting with it. Uses the index on list and search text.
 */
export async function findLeads(
  db: Db,
  { accountId, listsOf }: SeenLists,
  words: readonly string[],
): Promise<LeadHit[]> {
  const text = words.join(' ')
  const searched = folded(sql`l.search`)
  const start = sql<SqlBool>`${searched} like ${foldedText(`%\n${likeLiteral(text)}%`)}`
  const digits = phoneDigits(text)
  const all = holds(sql`l.search`, words)
  const found = digits === null ? all : sql`(${all} or ${searched} like ${containing(digits)})`
  const live = sql`l.account_id = ${accountId} and l.deleted_at is null and l.list_id = any(array(
    select id from list_info list where account_id = ${accountId} and deleted_at is null
      ${listsOf === null ? sql`` : sql`and created_by = ${listsOf}`}))`
  const within = isShort(words)
    ? sql``
    : sql`union all
      (select l.*, 1 as place from lead_info l where ${live} and ${found} limit ${LEADS_LOOKED_AT})`
  const { rows } = await sql<LeadHit>`
    with hits as (
      (select l.*, 0 as place from lead_info l where ${live} and ${start} limit ${LEADS_LOOKED_AT})
      ${within}
    ), ranked as (
      select distinct on (entity_id) *, case when ${beginsWith(sql`name`, text)} then 0 else 1 end as by_name
      from hits order by entity_id, place, id desc
    )
    select r.id, r.list_id, list.type, list.name as list_name, r.name, r.company, r.email, r.domain, r.website,
      r.phone, r.position, r.city, r.street
    from ranked r join list_info list on list.account_id = ${accountId} and list.id = r.list_id
    order by r.by_name, r.place, r.id desc limit ${FIND_LIMIT}`.execute(db)
  return rows
}

/** Members of the account whose name or email contains every word. */
export const findMembers = (db: Db, accountId: number, words: readonly string[]) =>
  db
    .selectFrom('member')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('account_id', '=', accountId)
    .where('state', '<>', 'removed')
    .where(sql<SqlBool>`${holds(sql`(first_name || ' ' || last_name || ' ' || email)`, words)}`)
    .orderBy('first_name')
    .orderBy('id')
    .limit(FIND_LIMIT)
    .execute()
