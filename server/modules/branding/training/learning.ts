import type * as z from 'zod/mini'
import type { Course, CourseHit, MemberProgress } from '#contract/branding/courses.ts'
import { showSiteSettings } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import { ensureBuiltIn } from './ensure-built-in.ts'
import { makeExcerpt } from './excerpt.ts'
import * as store from './reader-store.ts'

const MAX_HITS = 20
const MAX_WORDS = 8

const present = (row: store.CourseRow): Course => ({
  ...pick(row, 'id', 'topic_id', 'title', 'summary'),
  hasContent: row.items > 0,
  status: 'active',
  items: row.items,
  done: row.done,
})

const findNext = (items: readonly { id: number; done: boolean }[]): number | null =>
  items.find(({ done }) => !done)?.id ?? null

/** Whether a host's site shows training. */
const isTrainingShown = async (ctx: Context, host: string): Promise<boolean> =>
  (await showSiteSettings(ctx, host)).show_training_center

/** A course by id. @throws AppError not_found also where training is turned off. */
async function getCourse(
  ctx: Context,
  learner: store.Learner,
  host: string,
  courseId: number,
): Promise<store.CourseRow> {
  const [course] = (await isTrainingShown(ctx, host))
    ? await store.findCourses(ctx.db, learner, { courseId })
    : []
  if (!course) throw notFound('The course')
  return course
}

export async function showTrainingText(ctx: Context, learner: store.Learner, host: string, pageId: number) {
  const page = (await isTrainingShown(ctx, host)) ? await store.findPage(ctx.db, learner, pageId) : undefined
  if (!page) throw notFound('This page')
  return page
}

export async function listTrainingTopics(ctx: Context, learner: store.Learner, host: string) {
  if (!(await isTrainingShown(ctx, host))) return []
  await ensureBuiltIn(ctx)
  const [topics, courses] = [await store.findTopics(ctx.db), await store.findCourses(ctx.db, learner)]
  // A topic without courses here may reveal what another reseller teaches.
  return topics.flatMap(({ id, name }) => {
    const inside = courses.filter((course) => course.topic_id === id && course.items > 0).map(present)
    return inside.length > 0 ? [{ id, name, courses: inside }] : []
  })
}

export async function listTrainingCourses(
  ctx: Context,
  learner: store.Learner,
  host: string,
  query: { page: number; limit: number; topic_id?: number; search?: string },
) {
  const { page, limit, topic_id: topicId, search } = query
  const shape = { currentPage: page, pageSize: limit }
  if (!(await isTrainingShown(ctx, host))) return { data: [], ...shape, total: 0 }
  await ensureBuiltIn(ctx)
  const rows = await store.findCourses(ctx.db, learner, { topicId, search, page, limit })
  return {
    data: rows.map(present),
    ...shape,
    total: await store.countCourses(ctx.db, learner, { topicId, search }),
  }
}

export async function showTrainingCourse(
  ctx: Context,
  learner: store.Learner,
  host: string,
  courseId: number,
) {
  await ensureBuiltIn(ctx)
  const course = await getCourse(ctx, learner, host, courseId)
  const items = await store.findItems(ctx.db, learner, courseId)
  return { course: present(course), next: findNext(items), items }
}

export async function searchCourses(
  ctx: Context,
  learner: store.Learner,
  host: string,
  query: string,
): Promise<z.output<typeof CourseHit>[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0 || !(await isTrainingShown(ctx, host))) return []
  await ensureBuiltIn(ctx)
  const rows = await store.findHits(ctx.db, learner, words, MAX_HITS)
  return rows.map(({ words: text, ...hit }) => ({ ...hit, excerpt: makeExcerpt(text, words) }))
}

/** Marks a page for the person alone. */
export async function markTrainingPage(
  ctx: Context,
  actor: Actor,
  host: string,
  pageId: number,
  done: boolean,
) {
  const page = await showTrainingText(ctx, actor, host, pageId)
  await transaction(ctx.db, async () => {
    if (!(await store.setDone(ctx.db, actor, pageId, done))) return markUnchanged()
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { item: pageId, done } })
  })
  return { done, next: findNext(await store.findItems(ctx.db, actor, page.course_id)) }
}

/** Progress of the account's members. */
export async function listLearners(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; search?: string },
) {
  await ensureBuiltIn(ctx)
  const { rows, total } = await store.findMembers(ctx.db, actor.accountId, query)
  const started = await store.findMemberCourses(
    ctx.db,
    actor.accountId,
    rows.map(({ id }) => id),
  )
  const data = rows.map(
    ({ id, name, email }): MemberProgress => ({
      user_id: id,
      name,
      email,
      courses: started
        .filter(({ user_id }) => user_id === id)
        .map(({ user_id: _, finished_at, ...course }) => ({
          ...course,
          finished_at: finished_at?.toISOString() ?? null,
        })),
    }),
  )
  return pageReply(data, query, total)
}
