import type { Course } from '#contract/branding/courses.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { saveBuiltIn } from './built-in.ts'
import {
  type CourseRow,
  countCourses,
  findCourses,
  findItem,
  findItems,
  findTopics,
  type Learner,
  setDone,
} from './training-store.ts'

export interface TrainingDeps {
  db: Db
  /** Whether the site of a host shows training. */
  isShown(host: string): Promise<boolean>
}

const present = (row: CourseRow): Course => ({
  id: row.id,
  topic_id: row.topic_id,
  title: row.title,
  summary: row.summary,
  hasContent: Number(row.items) > 0,
  status: 'active',
  items: Number(row.items),
  done: Number(row.done),
})

const nextOf = (items: readonly { id: number; done: boolean }[]): number | null =>
  items.find(({ done }) => !done)?.id ?? null

/** Topics, courses and how far each person is with them. */
export function createTrainingService({ db, isShown }: TrainingDeps) {
  let saved: Promise<void> | undefined

  /** Once in the life of a process, when somebody first asks; what could not be saved is tried again. */
  const builtIn = (): Promise<void> => {
    saved ??= saveBuiltIn(db).catch((error) => {
      saved = undefined
      throw error
    })
    return saved
  }

  /** The course of this id. @throws AppError not_found also where training is turned off. */
  async function courseOf(learner: Learner, host: string, courseId: number): Promise<CourseRow> {
    const [course] = (await isShown(host)) ? await findCourses(db, learner, { courseId }) : []
    if (!course) throw notFound('The course')
    return course
  }

  return {
    async topics(learner: Learner, host: string) {
      if (!(await isShown(host))) return []
      await builtIn()
      const [topics, courses] = [await findTopics(db, learner), await findCourses(db, learner)]
      return topics.map(({ id, name }) => ({
        id,
        name,
        courses: courses.filter((course) => course.topic_id === id).map(present),
      }))
    },

    async page(
      learner: Learner,
      host: string,
      query: { page: number; limit: number; topic_id?: number | undefined; search?: string | undefined },
    ) {
      const { page, limit, topic_id: topicId, search } = query
      const shape = { currentPage: page, pageSize: limit }
      if (!(await isShown(host))) return { data: [], ...shape, total: 0 }
      await builtIn()
      const rows = await findCourses(db, learner, { topicId, search, page, limit })
      return {
        data: rows.map(present),
        ...shape,
        total: await countCourses(db, learner, { topicId, search }),
      }
    },

    async items(learner: Learner, host: string, courseId: number) {
      await builtIn()
      const course = await courseOf(learner, host, courseId)
      const items = await findItems(db, learner, courseId)
      return { course: present(course), next: nextOf(items), items }
    },

    /** Marks an item for the person alone. */
    async mark(actor: Actor, host: string, itemId: number, done: boolean) {
      const item = await findItem(db, itemId)
      if (!item) throw notFound('The step')
      await courseOf(actor, host, item.course_id)
      await transaction(db, async () => {
        if (!(await setDone(db, actor, itemId, done))) return changedNothing()
        recordAudit(db, { accountId: actor.accountId, detail: { item: itemId, done } })
      })
      return { done, next: nextOf(await findItems(db, actor, item.course_id)) }
    },
  }
}

export type TrainingService = ReturnType<typeof createTrainingService>
