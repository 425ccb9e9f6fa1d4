import type { ContentCourse } from '#contract/branding/training-content.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { numberedPage } from '#server/platform/http/page-reply.ts'
import * as store from './content-store.ts'
import { ensureBuiltIn } from './ensure-built-in.ts'
import { isOrderOf } from './is-order-of.ts'
import { presentCourse, presentPage } from './present-content.ts'
import { isActiveTopic } from './topics-store.ts'
import { canEditCourse, inheritedCourse } from './training-policy.ts'

interface CourseInput {
  topic_id?: number
  title: string
  summary: string
}

async function findCourseRow(ctx: Context, actor: Actor, courseId: number) {
  const [row] = await store.findContentCourses(ctx.db, actor.accountId, { courseId })
  if (!row) throw notFound('The course')
  return row
}

const showOwnCourse = async (ctx: Context, actor: Actor, id: number): Promise<ContentCourse> =>
  presentCourse(actor, await findCourseRow(ctx, actor, id))

const listPagesOfCourse = async (ctx: Context, actor: Actor, courseId: number) =>
  (await store.findContentPages(ctx.db, actor.accountId, { courseId })).map((row) =>
    presentPage(actor.accountId, row),
  )

const recordCourseChange = (ctx: Context, actor: Actor, id: number, detail: Record<string, unknown>) =>
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `training_course:${id}`, detail })

/** @throws AppError not_found, forbidden when the course is inherited. */
async function findOwnCourse(ctx: Context, actor: Actor, id: number) {
  const row = await findCourseRow(ctx, actor, id)
  if (!canEditCourse(actor, row)) throw inheritedCourse()
  await store.lockCourse(ctx.db, actor.accountId, id)
  return row
}

async function requireTopic(ctx: Context, topicId: number) {
  if (!(await isActiveTopic(ctx.db, topicId))) throw notFound('The topic')
}

export async function listCourses(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; topic_id?: number; search?: string },
) {
  await ensureBuiltIn(ctx)
  const { page, limit, topic_id: topicId, search } = query
  const rows = await store.findContentCourses(ctx.db, actor.accountId, { page, limit, topicId, search })
  return numberedPage(
    rows.map((row) => presentCourse(actor, row)),
    { page, limit },
    rows[0]?.total ?? 0,
  )
}

export async function showCourse(ctx: Context, actor: Actor, id: number) {
  return { course: await showOwnCourse(ctx, actor, id), pages: await listPagesOfCourse(ctx, actor, id) }
}

export const createCourse = (
  ctx: Context,
  actor: Actor,
  { topic_id, title, summary }: CourseInput & { topic_id: number },
) =>
  transaction(ctx.db, async () => {
    await requireTopic(ctx, topic_id)
    const { id } = await store.insertCourse(ctx.db, { accountId: actor.accountId, topic_id, title, summary })
    recordCourseChange(ctx, actor, id, { title })
    return showOwnCourse(ctx, actor, id)
  })

export const updateCourse = (
  ctx: Context,
  actor: Actor,
  id: number,
  { topic_id, title, summary }: CourseInput,
) =>
  transaction(ctx.db, async () => {
    const row = await findCourseRow(ctx, actor, id)
    const isOwn = canEditCourse(actor, row)
    const topic = topic_id === row.topic_id ? undefined : topic_id
    if (topic !== undefined && !isOwn)
      throw new AppError('forbidden', 'This course is inherited, so its topic can’t be changed')
    if (topic !== undefined) await requireTopic(ctx, topic)
    if (isOwn)
      await store.updateCourseRow(ctx.db, actor.accountId, id, {
        title,
        summary,
        ...(topic === undefined ? {} : { topic_id: topic }),
      })
    else await store.saveSetting(ctx.db, actor.accountId, id, { title, summary })
    recordCourseChange(ctx, actor, id, { title, before: row.title })
    return showOwnCourse(ctx, actor, id)
  })

export const hideCourse = (ctx: Context, actor: Actor, id: number, isHidden: boolean) =>
  transaction(ctx.db, async () => {
    await findCourseRow(ctx, actor, id)
    await store.saveSetting(ctx.db, actor.accountId, id, { is_hidden: isHidden })
    recordCourseChange(ctx, actor, id, { is_hidden: isHidden })
    return showOwnCourse(ctx, actor, id)
  })

export const resetCourse = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    if (canEditCourse(actor, await findCourseRow(ctx, actor, id)))
      throw new AppError('forbidden', 'This course is your own, so there is nothing to reset it to')
    await store.saveSetting(ctx.db, actor.accountId, id, { title: null, summary: null })
    recordCourseChange(ctx, actor, id, {})
    return showOwnCourse(ctx, actor, id)
  })

export const removeCourse = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const { title } = await findOwnCourse(ctx, actor, id)
    await store.setCourseDeleted(ctx.db, actor.accountId, id, true)
    recordCourseChange(ctx, actor, id, { title })
  })

export const restoreCourse = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const course = await store.lockCourse(ctx.db, actor.accountId, id)
    if (!course) throw notFound('The course')
    if (course.deleted_at) {
      await store.setCourseDeleted(ctx.db, actor.accountId, id, false)
      recordCourseChange(ctx, actor, id, { title: course.title })
    } else markUnchanged()
    return showOwnCourse(ctx, actor, id)
  })

/** @throws AppError conflict when the ids are not exactly the pages of the course. */
export const orderCoursePages = (ctx: Context, actor: Actor, id: number, pageIds: readonly number[]) =>
  transaction(ctx.db, async () => {
    await findOwnCourse(ctx, actor, id)
    const known = (await store.findContentPages(ctx.db, actor.accountId, { courseId: id })).map(
      (row) => row.id,
    )
    if (!isOrderOf(pageIds, known))
      throw conflict('The pages of this course have changed. Reload and try again')
    await store.saveOrder(ctx.db, id, pageIds)
    recordCourseChange(ctx, actor, id, { pages: pageIds.length })
    return listPagesOfCourse(ctx, actor, id)
  })
