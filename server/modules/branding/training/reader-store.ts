import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import './training-tables.ts'

/** A reader's progress and visible content. */
export interface Learner {
  accountId: number
  userId: number
}

interface Filter {
  topicId?: number
  courseId?: number
  pageId?: number
  search?: string
}

const when = (condition: unknown, part: RawBuilder<unknown>) => (condition === undefined ? sql`` : part)

/**
 * What an account's people see. `course` and `page` are the visible rows with the nearest account's text: its
 * own, else an ancestor's, else the product's. Hiding applies to all accounts below.
 */
const visible = (
  accountId: number,
  { topicId, courseId, pageId }: Filter,
  columns: RawBuilder<unknown>,
) => sql`
  with viewer as (select path::bigint[] as path from account_node where id = ${accountId}),
  course as (
    select c.id, c.topic_id, t.name as topic, t.position as topic_position, c.position,
      coalesce(o.title, c.title) as title, coalesce(o.summary, c.summary) as summary
    from training_course c
    join training_topic t on t.id = c.topic_id and t.is_active
    cross join viewer v
    left join lateral (
      select s.title, s.summary from training_course_setting s
      where s.course_id = c.id and s.account_id = any(v.path) and s.title is not null
      order by array_position(v.path, s.account_id) desc limit 1) o on true
    where c.is_active and c.deleted_at is null and (c.account_id is null or c.account_id = any(v.path))
      ${when(topicId, sql`and c.topic_id = ${topicId}`)}
      ${when(courseId, sql`and c.id = ${courseId}`)}
      and not exists (select from training_course_setting h
        where h.course_id = c.id and h.account_id = any(v.path) and h.is_hidden)),
  page as (
    select p.id, p.course_id, p.position, coalesce(o.title, p.title) as title ${columns}
    from course c
    join training_page p on p.course_id = c.id and p.deleted_at is null
    cross join viewer v
    left join lateral (
      select x.title, x.html, x.words from training_page_text x
      where x.page_id = p.id and x.account_id = any(v.path) and x.published_at is not null
      order by array_position(v.path, x.account_id) desc limit 1) o on true
    where (o.html is not null or (p.key is not null and p.retired_at is null))
      ${when(pageId, sql`and p.id = ${pageId}`)}
      and not exists (select from training_page_text h
        where h.page_id = p.id and h.account_id = any(v.path) and h.is_hidden))`

export interface CourseRow {
  id: number
  topic_id: number
  title: string
  summary: string
  items: number
  done: number
}

const matching = (search: string | undefined) =>
  search ? sql`where c.title ilike ${containing(search)}` : sql``

/** Courses in order, with their number of pages and how many the learner has done. */
export async function findCourses(
  db: Db,
  { accountId, userId }: Learner,
  { page = 1, limit = 1000, ...filter }: Filter & { page?: number; limit?: number } = {},
): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`${visible(accountId, filter, sql``)}
    select c.id, c.topic_id, c.title, c.summary, count(p.id)::int as items, count(r.page_id)::int as done
    from course c
    left join page p on p.course_id = c.id
    left join training_progress r
      on r.page_id = p.id and r.account_id = ${accountId} and r.user_id = ${userId}
    ${matching(filter.search)}
    group by c.id, c.topic_id, c.title, c.summary, c.topic_position, c.position
    order by c.topic_position, c.topic_id, c.position, c.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows
}

export async function countCourses(db: Db, { accountId }: Learner, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`${visible(accountId, filter, sql``)}
    select count(*)::int as total from course c ${matching(filter.search)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Active topics in their order. */
export const findTopics = (db: Db) =>
  db
    .selectFrom('training_topic')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Pages of a course in their order. */
export async function findItems(db: Db, { accountId, userId }: Learner, courseId: number) {
  const { rows } = await sql<{ id: number; title: string; done: boolean }>`
    ${visible(accountId, { courseId }, sql``)}
    select p.id, p.title, r.page_id is not null as done
    from page p
    left join training_progress r
      on r.page_id = p.id and r.account_id = ${accountId} and r.user_id = ${userId}
    order by p.position, p.id`.execute(db)
  return rows
}

/** The text of a visible page. */
export async function findPage(db: Db, { accountId }: Learner, pageId: number) {
  const { rows } = await sql<{ id: number; course_id: number; title: string; html: string }>`
    ${visible(accountId, { pageId }, sql`, coalesce(o.html, p.html) as html`)}
    select id, course_id, title, html from page`.execute(db)
  return rows[0]
}

/** Visible pages containing every word, by title, course or text, in course order. */
export async function findHits(db: Db, { accountId }: Learner, words: readonly string[], limit: number) {
  const all = words.map((word) => sql`concat_ws(' ', c.title, p.title, p.words) ilike ${containing(word)}`)
  const { rows } = await sql<{ id: number; course_id: number; course: string; title: string; words: string }>`
    ${visible(accountId, {}, sql`, coalesce(o.words, p.words) as words`)}
    select p.id, p.course_id, c.title as course, p.title, p.words
    from page p join course c on c.id = p.course_id
    where ${sql.join(all, sql` and `)}
    order by c.topic_position, c.topic_id, c.position, c.id, p.position, p.id limit ${limit}`.execute(db)
  return rows
}

/** @returns whether that changed anything. */
export async function setDone(db: Db, learner: Learner, pageId: number, done: boolean): Promise<boolean> {
  const { accountId: account_id, userId: user_id } = learner
  if (done) {
    const made = await db
      .insertInto('training_progress')
      .values({ account_id, user_id, page_id: pageId })
      .onConflict((oc) => oc.doNothing())
      .returning('page_id')
      .executeTakeFirst()
    return made !== undefined
  }
  const deleted = await db
    .deleteFrom('training_progress')
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .where('page_id', '=', pageId)
    .returning('page_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Members' progress in the visible courses. */
export async function findMemberCourses(db: Db, accountId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return []
  const { rows } = await sql<{
    user_id: number
    id: number
    title: string
    items: number
    done: number
    finished_at: Date | null
  }>`${visible(accountId, {}, sql``)},
    item as (select course_id, count(*)::int as items from page group by course_id)
    select r.user_id, c.id, c.title, i.items, count(*)::int as done,
      case when count(*) = i.items then max(r.done_at) end as finished_at
    from training_progress r
    join page p on p.id = r.page_id
    join course c on c.id = p.course_id
    join item i on i.course_id = c.id
    where r.account_id = ${accountId} and r.user_id = any(${[...userIds]}::bigint[])
    group by r.user_id, c.id, c.title, i.items, c.topic_position, c.topic_id, c.position
    order by c.topic_position, c.topic_id, c.position, c.id`.execute(db)
  return rows
}

/** A page of an account's members, by name. */
export async function findMembers(
  db: Db,
  accountId: number,
  { search, ...page }: { page: number; limit: number; search?: string },
) {
  let query = db.selectFrom('member').where('account_id', '=', accountId)
  if (search)
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', containing(search)), eb('email', 'ilike', containing(search))]),
    )
  return readPage(query, query.select(['id', 'name', 'email']).orderBy('name').orderBy('id'), page)
}
