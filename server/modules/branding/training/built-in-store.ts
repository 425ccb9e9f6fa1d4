import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import './training-tables.ts'

export interface BuiltInPage {
  key: string
  title: string
  html: string
  words: string
}

interface BuiltInCourse {
  key: string
  title: string
  summary: string
  position: number
  topic: { key: string; name: string }
  digest: string
}

export const findDigest = async (db: Db, key: string): Promise<string | null> =>
  (
    await db
      .selectFrom('training_course')
      .select('digest')
      .where('key', '=', key)
      .where('account_id', 'is', null)
      .executeTakeFirst()
  )?.digest ?? null

/** Saves a built-in course. An existing topic keeps its name and place, which administrators may have changed. */
export async function saveCourse(db: Db, course: BuiltInCourse): Promise<void> {
  const { key, title, summary, position, topic, digest } = course
  await sql`insert into training_topic (key, name) values (${topic.key}, ${topic.name})
    on conflict (key) do nothing`.execute(db)
  await sql`insert into training_course (topic_id, key, title, summary, position, digest)
    select id, ${key}, ${title}, ${summary}, ${position}, ${digest} from training_topic where key = ${topic.key}
    on conflict (key) do update set title = excluded.title, summary = excluded.summary,
      position = excluded.position, digest = excluded.digest`.execute(db)
}

/**
 * Saves a built-in course's pages. A removed page is retired: it stays for accounts with their own text, and so
 * does everyone's progress.
 */
export async function savePages(db: Db, courseKey: string, pages: readonly BuiltInPage[]): Promise<void> {
  await sql`update training_page p set retired_at = now() from training_course c
    where c.id = p.course_id and c.key = ${courseKey} and p.key <> all(${pages.map(({ key }) => key)}::text[])
      and p.retired_at is null`.execute(db)
  await sql`insert into training_page (course_id, key, title, html, words, position)
    select c.id, i.key, i.title, i.html, i.words, i.position
    from training_course c, jsonb_to_recordset(${JSON.stringify(
      pages.map((page, position) => ({ ...page, position })),
    )}::jsonb) as i(key text, title text, html text, words text, position int)
    where c.key = ${courseKey}
    on conflict (key) do update set title = excluded.title, html = excluded.html, words = excluded.words,
      position = excluded.position, course_id = excluded.course_id, retired_at = null, markdown = null`.execute(
    db,
  )
}

/** Accounts' pages that an earlier version stored as Markdown. */
export const findMarkdown = (db: Db) =>
  db
    .selectFrom('training_page as p')
    .innerJoin('training_course as c', 'c.id', 'p.course_id')
    .select(['p.id', 'p.title', 'p.markdown', 'c.account_id'])
    .where('p.markdown', 'is not', null)
    .where('p.key', 'is', null)
    .forUpdate()
    .execute()

/** Publishes such a page's HTML as its owner's text. */
export async function saveConverted(
  db: Db,
  page: { id: number; account_id: number | null; title: string; html: string; words: string },
): Promise<void> {
  const { id, account_id, title, html, words } = page
  if (account_id !== null)
    await db
      .insertInto('training_page_text')
      .values({ account_id, page_id: id, title, html, words, published_at: sql<Date>`now()` })
      .onConflict((oc) => oc.doNothing())
      .execute()
  await updateRows(db, 'training_page', { id }, { markdown: null })
}
