import { sql } from 'kysely'
import type { Topic } from '#contract/branding/training-topics.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, lockRow, updateRows } from '#server/platform/db/rows.ts'
import './training-tables.ts'

/** All topics in order, with their number of courses. */
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

export async function insertTopic(db: Db, { name, is_active }: { name: string; is_active: boolean }) {
  const { rows } = await sql<{ id: number }>`
    insert into training_topic (name, is_active, position)
    select ${name}::text, ${is_active}::boolean, coalesce(max(position), 0) + 1 from training_topic
    returning id`.execute(db)
  return rows[0] as { id: number }
}

export const lockTopic = (db: Db, id: number) =>
  lockRow(db, 'training_topic', { id }, ['id', 'name', 'is_active'])

export const updateTopicRow = (db: Db, id: number, change: { name: string; is_active: boolean }) =>
  updateRows(db, 'training_topic', { id }, change)

export const deleteTopicRow = (db: Db, id: number) => deleteRows(db, 'training_topic', { id })

/** A topic's courses, including restorable deleted ones. */
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
