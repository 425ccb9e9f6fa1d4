import type { ContentCourse } from '#contract/branding/training-content.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import * as store from './content-store.ts'
import { isOrderOf } from './is-order-of.ts'
import { presentCourse, presentPage } from './present-content.ts'
import { isActiveTopic } from './topics-store.ts'
import { canEditCourse, inheritedCourse } from './training-policy.ts'

interface CourseInput {
  topic_id?: number | undefined
  title: string
  summary: string
}

interface Deps {
  db: Db
  /** Ensures that the built-in course exists. */
  builtIn: () => Promise<void>
}

/** Shared by all calls about courses. */
function courseParts(db: Db) {
  async function rowOf(actor: Actor, courseId: number) {
    const [row] = await store.findContentCourses(db, actor.accountId, { courseId })
    if (!row) throw notFound('The course')
    return row
  }
  const show = async (actor: Actor, id: number): Promise<ContentCourse> =>
    presentCourse(actor, await rowOf(actor, id))

  const pagesOf = async (actor: Actor, courseId: number) =>
    (await store.findContentPages(db, actor.accountId, { courseId })).map((row) =>
      presentPage(actor.accountId, row),
    )

  const record = (actor: Actor, id: number, detail: Record<string, unknown>) =>
    recordAudit(db, { accountId: actor.accountId, subject: `training_course:${id}`, detail })

  /** @throws AppError not_found, forbidden when the course is inherited. */
  async function ownRow(actor: Actor, id: number) {
    const row = await rowOf(actor, id)
    if (!canEditCourse(actor, row)) throw inheritedCourse()
    await store.lockCourse(db, actor.accountId, id)
    return row
  }

  async function checkTopic(topicId: number) {
    if (!(await isActiveTopic(db, topicId))) throw notFound('The topic')
  }
  return { rowOf, show, pagesOf, record, ownRow, checkTopic }
}

/** Courses for editing: the account's own, and its overrides of inherited ones. */
export function createContentService({ db, builtIn }: Deps) {
  const { rowOf, show, pagesOf, record, ownRow, checkTopic } = courseParts(db)

  return {
    async page(
      actor: Actor,
      query: { page: number; limit: number; topic_id?: number | undefined; search?: string | undefined },
    ) {
      await builtIn()
      const { page, limit, topic_id: topicId, search } = query
      const rows = await store.findContentCourses(db, actor.accountId, { page, limit, topicId, search })
      return {
        data: rows.map((row) => presentCourse(actor, row)),
        currentPage: page,
        pageSize: limit,
        total: rows[0]?.total ?? 0,
      }
    },

    async show(actor: Actor, id: number) {
      return { course: await show(actor, id), pages: await pagesOf(actor, id) }
    },

    create: (actor: Actor, { topic_id, title, summary }: CourseInput & { topic_id: number }) =>
      transaction(db, async () => {
        await checkTopic(topic_id)
        const { id } = await store.insertCourse(db, { accountId: actor.accountId, topic_id, title, summary })
        record(actor, id, { title })
        return show(actor, id)
      }),

    update: (actor: Actor, id: number, { topic_id, title, summary }: CourseInput) =>
      transaction(db, async () => {
        const row = await rowOf(actor, id)
        const isOwn = canEditCourse(actor, row)
        const topic = topic_id === row.topic_id ? undefined : topic_id
        if (topic !== undefined && !isOwn)
          throw new AppError('forbidden', 'This course is inherited, so its topic can’t be changed')
        if (topic !== undefined) await checkTopic(topic)
        if (isOwn)
          await store.updateCourseRow(db, actor.accountId, id, {
            title,
            summary,
            ...(topic === undefined ? {} : { topic_id: topic }),
          })
        else await store.saveSetting(db, actor.accountId, id, { title, summary })
        record(actor, id, { title, before: row.title })
        return show(actor, id)
      }),

    hide: (actor: Actor, id: number, isHidden: boolean) =>
      transaction(db, async () => {
        await rowOf(actor, id)
        await store.saveSetting(db, actor.accountId, id, { is_hidden: isHidden })
        record(actor, id, { is_hidden: isHidden })
        return show(actor, id)
      }),

    reset: (actor: Actor, id: number) =>
      transaction(db, async () => {
        if (canEditCourse(actor, await rowOf(actor, id)))
          throw new AppError('forbidden', 'This course is your own, so there is nothing to reset it to')
        await store.saveSetting(db, actor.accountId, id, { title: null, summary: null })
        record(actor, id, {})
        return show(actor, id)
      }),

    remove: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const { title } = await ownRow(actor, id)
        await store.setCourseDeleted(db, actor.accountId, id, true)
        record(actor, id, { title })
      }),

    restore: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const course = await store.lockCourse(db, actor.accountId, id)
        if (!course) throw notFound('The course')
        if (course.deleted_at) {
          await store.setCourseDeleted(db, actor.accountId, id, false)
          record(actor, id, { title: course.title })
        } else markUnchanged()
        return show(actor, id)
      }),

    /** @throws AppError conflict when the ids are not exactly the pages of the course. */
    order: (actor: Actor, id: number, pageIds: readonly number[]) =>
      transaction(db, async () => {
        await ownRow(actor, id)
        const known = (await store.findContentPages(db, actor.accountId, { courseId: id })).map(
          (row) => row.id,
        )
        if (!isOrderOf(pageIds, known))
          throw conflict('The pages of this course have changed. Reload and try again')
        await store.saveOrder(db, id, pageIds)
        record(actor, id, { pages: pageIds.length })
        return pagesOf(actor, id)
      }),
  }
}
export type ContentService = ReturnType<typeof createContentService>
