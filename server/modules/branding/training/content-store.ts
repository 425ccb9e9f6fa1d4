import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import './training-tables.ts'

export interface ContentCourseRow {
  id: number
  topic_id: number
  topic: string
  /** Its owner; null for a built-in course. */
  account_id: number | null
  title: string
  summary: string
  is_hidden: boolean
  is_customized: boolean
  pages: number
  published: number
  drafts: number
  total: number
}

interface CourseFilter {
  courseId?: number
  topicId?: number
  search?: string
  page?: number
  limit?: number
}

/** Courses for an account's editors: including those it hides itself, without those hidden by an account above. */
export async function findContentCourses(
  db: Db,
  accountId: number,
  { courseId, topicId, search, page = 1, limit = 1 }: CourseFilter,
): Promise<ContentCourseRow[]> {
  const { rows } = await sql<ContentCourseRow>`
    with viewer as (select path::bigint[] as path from account_node where id = ${accountId})
    select c.id, c.topic_id, t.name as topic, c.account_id, count(*) over ()::int as total,
      coalesce(o.title, c.title) as title, coalesce(o.summary, c.summary) as summary,
      coalesce(own.is_hidden, false) as is_hidden,
      own.title is not null or (c.account_id is distinct from ${accountId}::bigint and p.customized > 0) as is_customized,
      p.pages, p.published, p.drafts
    from training_course c
    join training_topic t on t.id = c.topic_id
    cross join viewer v
    left join training_course_setting own on own.course_id = c.id and own.account_id = ${accountId}
    left join lateral (
      select s.title, s.summary from training_course_setting s
      where s.course_id = c.id and s.account_id = any(v.path) and s.title is not null
      order by array_position(v.path, s.account_id) desc limit 1) o on true
    cross join lateral (
      select count(*)::int as pages,
        (count(*) filter (where (x.published_at is not null or inherited.is_there)
          and not coalesce(x.is_hidden, false)))::int as published,
        (count(*) filter (where x.draft_html is not null))::int as drafts,
        (count(*) filter (where x.html is not null or x.draft_html is not null))::int as customized
      from training_page q
      left join training_page_text x on x.page_id = q.id and x.account_id = ${accountId}
      cross join lateral (
        select (q.key is not null and q.retired_at is null) or exists (
          select from training_page_text a where a.page_id = q.id and a.account_id = any(v.path)
            and a.account_id <> ${accountId} and a.published_at is not null) as is_there) inherited
      where q.course_id = c.id and q.deleted_at is null
        and (c.account_id = ${accountId} or inherited.is_there or x.html is not null)) p
    where c.is_active and c.deleted_at is null and (c.account_id is null or c.account_id = any(v.path))
      and not exists (select from training_course_setting h
        where h.course_id = c.id and h.account_id = any(v.path) and h.account_id <> ${accountId} and h.is_hidden)
      ${courseId === undefined ? sql`` : sql`and c.id = ${courseId}`}
      ${topicId === undefined ? sql`` : sql`and c.topic_id = ${topicId}`}
      ${search ? sql`and coalesce(o.title, c.title) ilike ${containing(search)}` : sql``}
    order by t.position, t.id, c.position, c.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows
}

export interface ContentPageRow {
  id: number
  course_id: number
  /** Whose course it is. */
  account_id: number | null
  is_hidden: boolean
  version: number
  draft_title: string | null
  draft_html: string | null
  title: string | null
  html: string | null
  inherited_title: string | null
  inherited_html: string | null
  editor: string | null
  updated_at: Date | null
}

/**
 * Pages of a course, or one page, for an account's editors: its own text beside the inherited one. Without
 * `withHtml` texts are empty strings.
 */
export async function findContentPages(
  db: Db,
  accountId: number,
  { courseId, pageId, withHtml = false }: { courseId?: number; pageId?: number; withHtml?: boolean },
): Promise<ContentPageRow[]> {
  const text = (column: string) =>
    withHtml ? sql.ref(column) : sql`case when ${sql.ref(column)} is not null then '' end`
  const { rows } = await sql<ContentPageRow>`
    with viewer as (select path::bigint[] as path from account_node where id = ${accountId})
    select p.id, p.course_id, c.account_id, coalesce(own.is_hidden, false) as is_hidden,
      coalesce(own.version, 0) as version, own.draft_title, ${text('own.draft_html')} as draft_html,
      own.title, ${text('own.html')} as html, u.name as editor, own.updated_at,
      case when p.key is not null and p.retired_at is null then coalesce(up.title, p.title) else up.title end
        as inherited_title,
      case when p.key is not null and p.retired_at is null then coalesce(${text('up.html')}, ${text('p.html')})
        else ${text('up.html')} end as inherited_html
    from training_page p
    join training_course c on c.id = p.course_id and c.is_active and c.deleted_at is null
    cross join viewer v
    left join training_page_text own on own.page_id = p.id and own.account_id = ${accountId}
    left join member u on u.id = own.updated_by and u.account_id = ${accountId}
    left join lateral (
      select a.title, a.html from training_page_text a
      where a.page_id = p.id and a.account_id = any(v.path) and a.account_id <> ${accountId}
        and a.published_at is not null
      order by array_position(v.path, a.account_id) desc limit 1) up on true
    where p.deleted_at is null and (c.account_id is null or c.account_id = any(v.path))
      ${courseId === undefined ? sql`` : sql`and p.course_id = ${courseId}`}
      ${pageId === undefined ? sql`` : sql`and p.id = ${pageId}`}
      and (c.account_id = ${accountId} or up.html is not null or own.html is not null
        or (p.key is not null and p.retired_at is null))
      and not exists (select from training_page_text h
        where h.page_id = p.id and h.account_id = any(v.path) and h.account_id <> ${accountId} and h.is_hidden)
      and not exists (select from training_course_setting h
        where h.course_id = c.id and h.account_id = any(v.path) and h.account_id <> ${accountId} and h.is_hidden)
    order by p.position, p.id`.execute(db)
  return rows
}

interface NewCourse {
  accountId: number
  topic_id: number
  title: string
  summary: string
}

export const insertCourse = (db: Db, { accountId, ...course }: NewCourse) =>
  insertRow(
    db,
    'training_course',
    {
      ...course,
      account_id: accountId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from training_course where account_id = ${accountId})`,
    },
    ['id'],
  )

/** A course of the account, deleted or not, locked until the transaction ends. */
export const lockCourse = (db: Db, accountId: number, id: number) =>
  lockRow(db, 'training_course', { account_id: accountId, id }, ['id', 'title', 'deleted_at'])

/** The course of this title that was deleted last. */
export const findDeletedCourse = (db: Db, accountId: number, title: string) =>
  db
    .selectFrom('training_course')
    .select('id')
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const updateCourseRow = (
  db: Db,
  accountId: number,
  id: number,
  change: { title?: string; summary?: string; topic_id?: number },
) => updateRows(db, 'training_course', { account_id: accountId, id }, change)

/** Saves an account's changes of a course; absent fields stay. */
export const saveSetting = (
  db: Db,
  accountId: number,
  courseId: number,
  change: { title?: string | null; summary?: string | null; is_hidden?: boolean },
) =>
  db
    .insertInto('training_course_setting')
    .values({ account_id: accountId, course_id: courseId, ...change })
    .onConflict((oc) => oc.columns(['account_id', 'course_id']).doUpdateSet(change))
    .execute()

export async function countPages(db: Db, courseId: number): Promise<number> {
  const { n } = await db
    .selectFrom('training_page')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertPage = (db: Db, courseId: number, title: string) =>
  insertRow(
    db,
    'training_page',
    {
      course_id: courseId,
      title,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from training_page where course_id = ${courseId})`,
    },
    ['id'],
  )

/** A page of the account's course, deleted or not, with its course locked. */
export const lockOwnPage = (db: Db, accountId: number, pageId: number) =>
  db
    .selectFrom('training_page as p')
    .innerJoin('training_course as c', 'c.id', 'p.course_id')
    .select(['p.id', 'p.course_id', 'p.deleted_at', 'c.deleted_at as course_deleted_at'])
    .where('c.account_id', '=', accountId)
    .where('p.id', '=', pageId)
    .forUpdate()
    .executeTakeFirst()

const deletedAt = (isDeleted: boolean) => ({ deleted_at: isDeleted ? sql<Date>`now()` : null })

export const setCourseDeleted = (db: Db, accountId: number, id: number, isDeleted: boolean) =>
  updateRows(db, 'training_course', { account_id: accountId, id }, deletedAt(isDeleted))

export const setPageDeleted = (db: Db, pageId: number, isDeleted: boolean) =>
  updateRows(db, 'training_page', { id: pageId }, deletedAt(isDeleted))

/** Numbers the pages of a course in the given order. */
export const saveOrder = (db: Db, courseId: number, pageIds: readonly number[]) =>
  sql`update training_page p set position = o.position
    from unnest(${[...pageIds]}::bigint[]) with ordinality as o(id, position)
    where p.id = o.id and p.course_id = ${courseId}`.execute(db)

/** An account's text of a page, created if missing, and locked until the transaction ends. */
export async function lockText(db: Db, accountId: number, pageId: number): Promise<{ isNew: boolean }> {
  const made = await db
    .insertInto('training_page_text')
    .values({ account_id: accountId, page_id: pageId, version: 0 })
    .onConflict((oc) => oc.doNothing())
    .returning('page_id')
    .executeTakeFirst()
  if (!made)
    await db
      .selectFrom('training_page_text')
      .select('page_id')
      .where('account_id', '=', accountId)
      .where('page_id', '=', pageId)
      .forUpdate()
      .execute()
  return { isNew: made !== undefined }
}

export interface TextChange {
  draft_title?: string | null
  draft_html?: string | null
  title?: string
  html?: string
  words?: string
  is_hidden?: boolean
}

/** Changes an account's text of a page and increments its version. */
export const updateText = (
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
  pageId: number,
  { isPublished = false, ...change }: TextChange & { isPublished?: boolean },
) =>
  updateRows(
    db,
    'training_page_text',
    { account_id: accountId, page_id: pageId },
    {
      ...change,
      ...(isPublished && { published_at: sql<Date>`now()` }),
      version: sql<number>`version + 1`,
      updated_by: userId,
      updated_at: sql<Date>`now()`,
    },
  )

/** The account's published texts of pages of the built-in courses. */
export const findOwnTexts = (db: Db, accountId: number) =>
  db
    .selectFrom('training_page_text as own')
    .innerJoin('training_page as p', 'p.id', 'own.page_id')
    .select(['p.id', 'p.key', 'own.title', 'own.html', 'own.is_hidden'])
    .where('own.account_id', '=', accountId)
    .where('p.key', 'is not', null)
    .where('own.html', 'is not', null)
    .execute()

export const findBuiltInPage = (db: Db, key: string) =>
  db
    .selectFrom('training_page')
    .select(['id', 'course_id'])
    .where('key', '=', key)
    .where('retired_at', 'is', null)
    .executeTakeFirst()

/** Deletes the account's own text of a page, with its hidden flag. @returns whether there was one. */
export async function deleteText(db: Db, accountId: number, pageId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('training_page_text')
    .where('account_id', '=', accountId)
    .where('page_id', '=', pageId)
    .returning('page_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Permanently deletes courses and pages deleted this many days ago. */
export async function removeDeletedPages(db: Db, days: number): Promise<void> {
  await sql`delete from training_page where deleted_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`delete from training_course where deleted_at < now() - make_interval(days => ${days})`.execute(db)
}
