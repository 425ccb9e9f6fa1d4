import { sql } from 'kysely'
import type { Topic } from '#contract/branding/training-topics.ts'
import type { Db } from '#server/platform/db/db.ts'
import './training-tables.ts'

/** All topics in their order, with how many courses are in each. */
export async function findAllTopics(db: Db): Promise<Topic[]> {
  const { rows } = await sql<Topic>`
    select t.id, t.name, t.is_active,
      (select count(*) from training_course c where c.topic_id = t.id and c.is_active)::int as courses
    from training_topic t order by t.position, t.id`.execute(db)
  return rows
}

export const isActiveTopic = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('training_topic')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()) !== undefined

export const insertTopic = (db: Db, topic: { name: string; is_active: boolean }) =>
  db
    .insertInto('training_topic')
    .values({
      ...topic,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from training_topic)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const lockTopic = (db: Db, id: number) =>
  db
    .selectFrom('training_topic')
    .select(['id', 'name', 'is_active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateTopicRow = (db: Db, id: number, change: { name: string; is_active: boolean }) =>
  db.updateTable('training_topic').set(change).where('id', '=', id).execute()

export const deleteTopicRow = (db: Db, id: number) =>
  db.deleteFrom('training_topic').where('id', '=', id).execute()

/** Courses of a topic, also deleted ones that can still be restored. */
export const hasCourses = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('training_course')
    .select('id')
    .where('topic_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const saveTopicOrder = (db: Db, ids: readonly number[]) =>
  sql`update training_topic t set position = o.position
    from unnest(${[...ids]}::bigint[]) with ordinality as o(id, position) where t.id = o.id`.execute(db)
