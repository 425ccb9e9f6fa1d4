import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'

interface TopicTable {
  id: Generated<number>
  owner_account_id: number | null
  key: string | null
  name: string
  position: Generated<number>
  is_active: Generated<boolean>
}
interface CourseTable {
  id: Generated<number>
  topic_id: number
  key: string | null
  title: string
  summary: Generated<string>
  position: Generated<number>
  is_active: Generated<boolean>
}
interface ItemTable {
  id: Generated<number>
  course_id: number
  key: string | null
  title: string
  body: Generated<string>
  position: Generated<number>
}
interface ProgressTable {
  account_id: number
  user_id: number
  item_id: number
  done_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    training_topic: TopicTable
    training_course: CourseTable
    training_item: ItemTable
    training_progress: ProgressTable
  }
}

/** Whose progress it is, and whose content they see. */
export interface Learner {
  accountId: number
  userId: number
}

/** Topics of the product, of the account and of the accounts above it. */
const visibleTopics = (db: Db, { accountId }: Learner) =>
  db
    .selectFrom('training_topic as t')
    .where('t.is_active', '=', true)
    .where(
      sql<boolean>`(t.owner_account_id is null
        or t.owner_account_id = any((select path from account_node where id = ${accountId})::bigint[]))`,
    )

export const findTopics = (db: Db, learner: Learner) =>
  visibleTopics(db, learner).select(['t.id', 't.name']).orderBy('t.position').orderBy('t.id').execute()

interface CourseFilter {
  topicId?: number | undefined
  courseId?: number | undefined
  search?: string | undefined
}

function courseQuery(db: Db, learner: Learner, { topicId, courseId, search }: CourseFilter) {
  let query = visibleTopics(db, learner)
    .innerJoin('training_course as c', 'c.topic_id', 't.id')
    .where('c.is_active', '=', true)
  if (topicId !== undefined) query = query.where('t.id', '=', topicId)
  if (courseId !== undefined) query = query.where('c.id', '=', courseId)
  if (search) query = query.where('c.title', 'ilike', containing(search))
  return query
}

/** Courses in their order, with how many items they have and how many of them the learner has done. */
export const findCourses = (
  db: Db,
  learner: Learner,
  { page = 1, limit = 1000, ...filter }: CourseFilter & { page?: number; limit?: number } = {},
) =>
  courseQuery(db, learner, filter)
    .select(['c.id', 'c.topic_id', 'c.title', 'c.summary'])
    .select([
      sql<number>`(select count(*) from training_item i where i.course_id = c.id)`.as('items'),
      sql<number>`(
        select count(*) from training_item i join training_progress p on p.item_id = i.id
        where i.course_id = c.id and p.account_id = ${learner.accountId} and p.user_id = ${learner.userId})`.as(
        'done',
      ),
    ])
    .orderBy('t.position')
    .orderBy('t.id')
    .orderBy('c.position')
    .orderBy('c.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
export type CourseRow = Awaited<ReturnType<typeof findCourses>>[number]

export async function countCourses(db: Db, learner: Learner, filter: CourseFilter): Promise<number> {
  const { total } = await courseQuery(db, learner, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Items of a course in their order. Whether the learner sees the course is asked before. */
export const findItems = (db: Db, { accountId, userId }: Learner, courseId: number) =>
  db
    .selectFrom('training_item as i')
    .leftJoin('training_progress as p', (join) =>
      join.onRef('p.item_id', '=', 'i.id').on('p.account_id', '=', accountId).on('p.user_id', '=', userId),
    )
    .select(['i.id', 'i.title', 'i.body', sql<boolean>`p.item_id is not null`.as('done')])
    .where('i.course_id', '=', courseId)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()

export const findItem = (db: Db, itemId: number) =>
  db.selectFrom('training_item').select('course_id').where('id', '=', itemId).executeTakeFirst()

/** @returns whether that changed anything. */
export async function setDone(db: Db, learner: Learner, itemId: number, done: boolean): Promise<boolean> {
  const { accountId: account_id, userId: user_id } = learner
  if (done) {
    const made = await db
      .insertInto('training_progress')
      .values({ account_id, user_id, item_id: itemId })
      .onConflict((oc) => oc.doNothing())
      .returning('item_id')
      .executeTakeFirst()
    return made !== undefined
  }
  const gone = await db
    .deleteFrom('training_progress')
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .where('item_id', '=', itemId)
    .returning('item_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Topics stay when the account that wrote them is deleted, for whoever has begun them; nobody new sees them. */
export const detachTopics = (db: Db, accountId: number) =>
  db
    .updateTable('training_topic')
    .set({ owner_account_id: null, is_active: false })
    .where('owner_account_id', '=', accountId)
    .execute()
