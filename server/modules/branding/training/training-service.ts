import type * as z from 'zod/mini'
import type { Course, CourseHit, MemberProgress } from '#contract/branding/courses.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pick } from '#server/platform/pick.ts'
import { excerptOf } from './excerpt.ts'
import * as store from './reader-store.ts'

export interface TrainingDeps {
  db: Db
  /** Whether a host's site shows training. */
  isShown(host: string): Promise<boolean>
  /** Ensures that the built-in course exists. */
  builtIn: () => Promise<void>
}

const MAX_HITS = 20
const MAX_WORDS = 8

const present = (row: store.CourseRow): Course => ({
  ...pick(row, 'id', 'topic_id', 'title', 'summary'),
  hasContent: row.items > 0,
  status: 'active',
  items: row.items,
  done: row.done,
})

const nextOf = (items: readonly { id: number; done: boolean }[]): number | null =>
  items.find(({ done }) => !done)?.id ?? null

/** Topics, courses and each person's progress. */
export function createTrainingService({ db, isShown, builtIn }: TrainingDeps) {
  /** A course by id. @throws AppError not_found also where training is turned off. */
  async function courseOf(learner: store.Learner, host: string, courseId: number): Promise<store.CourseRow> {
    const [course] = (await isShown(host)) ? await store.findCourses(db, learner, { courseId }) : []
    if (!course) throw notFound('The course')
    return course
  }

  async function pageOf(learner: store.Learner, host: string, pageId: number) {
    const page = (await isShown(host)) ? await store.findPage(db, learner, pageId) : undefined
    if (!page) throw notFound('This page')
    return page
  }

  return {
    async topics(learner: store.Learner, host: string) {
      if (!(await isShown(host))) return []
      await builtIn()
      const [topics, courses] = [await store.findTopics(db), await store.findCourses(db, learner)]
      // A topic without courses here may reveal what another reseller teaches.
      return topics.flatMap(({ id, name }) => {
        const inside = courses.filter((course) => course.topic_id === id).map(present)
        return inside.length > 0 ? [{ id, name, courses: inside }] : []
      })
    },

    async page(
      learner: store.Learner,
      host: string,
      query: { page: number; limit: number; topic_id?: number | undefined; search?: string | undefined },
    ) {
      const { page, limit, topic_id: topicId, search } = query
      const shape = { currentPage: page, pageSize: limit }
      if (!(await isShown(host))) return { data: [], ...shape, total: 0 }
      await builtIn()
      const rows = await store.findCourses(db, learner, { topicId, search, page, limit })
      return {
        data: rows.map(present),
        ...shape,
        total: await store.countCourses(db, learner, { topicId, search }),
      }
    },

    async items(learner: store.Learner, host: string, courseId: number) {
      await builtIn()
      const course = await courseOf(learner, host, courseId)
      const items = await store.findItems(db, learner, courseId)
      return { course: present(course), next: nextOf(items), items }
    },

    text: pageOf,

    async search(learner: store.Learner, host: string, query: string): Promise<z.output<typeof CourseHit>[]> {
      const words = query.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
      if (words.length === 0 || !(await isShown(host))) return []
      await builtIn()
      const rows = await store.findHits(db, learner, words, MAX_HITS)
      return rows.map(({ words: text, ...hit }) => ({ ...hit, excerpt: excerptOf(text, words) }))
    },

    /** Marks a page for the person alone. */
    async mark(actor: Actor, host: string, pageId: number, done: boolean) {
      const page = await pageOf(actor, host, pageId)
      await transaction(db, async () => {
        if (!(await store.setDone(db, actor, pageId, done))) return markUnchanged()
        recordAudit(db, { accountId: actor.accountId, detail: { item: pageId, done } })
      })
      return { done, next: nextOf(await store.findItems(db, actor, page.course_id)) }
    },

    /** Progress of the account's members. */
    async members(actor: Actor, query: { page: number; limit: number; search?: string | undefined }) {
      await builtIn()
      const { rows, total } = await store.findMembers(db, actor.accountId, query)
      const started = await store.findMemberCourses(
        db,
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
      return { data, currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export type TrainingService = ReturnType<typeof createTrainingService>
