import type { KitCourse, KitTrainingPage } from '#contract/admin/kit-site.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField, notFound, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart, type KitItem } from '#server/platform/kit-part.ts'
import { saveBuiltIn } from './built-in.ts'
import { cleanPage, plainText } from './clean-page.ts'
import { createCourse, hideCourse, removeCourse, restoreCourse, updateCourse } from './content-courses.ts'
import { removePage, resetPage } from './content-pages.ts'
import {
  findBuiltInPage,
  findContentCourses,
  findContentPages,
  findDeletedCourse,
  findOwnTexts,
  insertPage,
  lockText,
  saveOrder,
  updateText,
} from './content-store.ts'
import { hasFile } from './files-store.ts'
import { findAllTopics } from './topics-store.ts'

/** A page of a built-in course, which is saved on first use: in this transaction, which may still be undone. */
async function findPage(ctx: Context, key: string) {
  const known = await findBuiltInPage(ctx.db, key)
  if (known) return known
  await saveBuiltIn(ctx.db)
  return findBuiltInPage(ctx.db, key)
}

const PICTURE = /\/training-files\/([a-f0-9]{32})\./g

/** Pictures and files stay where they were uploaded. @throws AppError validation_failed for one that isn't here. */
async function requireFiles(ctx: Context, html: string): Promise<void> {
  for (const [, id = ''] of html.matchAll(PICTURE))
    if (!(await hasFile(ctx.db, id)))
      throw invalidField('html', `The file ${id} is not on this server. Upload it here, or leave it out`)
}

/** Publishes a text; a draft that somebody is working on stays. */
async function publishText(
  ctx: Context,
  actor: Actor,
  page: { id: number; course_id: number },
  { title, html, is_hidden }: KitTrainingPage,
): Promise<void> {
  await requireFiles(ctx, html)
  await lockText(ctx.db, actor.accountId, page.id)
  const text = { title, html, is_hidden, words: plainText(html), isPublished: true }
  await updateText(ctx.db, actor, page.id, text)
  const detail = { course: page.course_id, title }
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `training_page:${page.id}`, detail })
}

async function publishBuiltIn(ctx: Context, actor: Actor, key: string, text: KitTrainingPage): Promise<void> {
  const page = await findPage(ctx, key)
  if (!page) throw notFound(`The page “${key}”`)
  await publishText(ctx, actor, page, text)
}

/** Own texts of the built-in courses. */
const textsKitPart = defineKitPart<KitTrainingPage>({
  name: 'training_pages',
  module: 'whitelabel',
  normalise: ({ html, ...page }) => ({ ...page, html: cleanPage(html) }),
  async list(ctx, { accountId }) {
    const rows = await findOwnTexts(ctx.db, accountId)
    return byKitName(
      rows,
      ({ key }) => key ?? '',
      ({ id, title, html, is_hidden }) => ({
        id,
        content: { title: title ?? '', html: html ?? '', is_hidden },
      }),
    )
  },
  create: (ctx, actor, key, content) => publishBuiltIn(ctx, actor, key, content),
  change: (ctx, actor, _id, content, key) => publishBuiltIn(ctx, actor, key, content),
  remove: resetPage,
})

async function findTopicId(ctx: Context, name: string): Promise<number> {
  await saveBuiltIn(ctx.db)
  const topics = (await findAllTopics(ctx.db)).filter(({ is_active }) => is_active)
  const found = topics.find((topic) => topic.name.toLowerCase() === name.toLowerCase())
  if (found) return found.id
  const names = topics.map((topic) => topic.name).join(', ')
  throw invalidField('topic', `There is no topic “${name}”. Choose one of these: ${names}`)
}

/**
 * Publishes the pages of a course in their order. Pages are told apart by title; published ones that are no longer
 * among them are deleted, drafts stay behind them.
 */
async function savePages(ctx: Context, actor: Actor, courseId: number, pages: KitCourse['pages']) {
  const left = await findContentPages(ctx.db, actor.accountId, { courseId })
  const ids: number[] = []
  for (const [position, page] of pages.entries()) {
    const at = left.findIndex((row) => (row.title ?? row.draft_title) === page.title)
    const id = left.splice(at, at < 0 ? 0 : 1)[0]?.id ?? (await insertPage(ctx.db, courseId, page.title)).id
    ids.push(id)
    await prefixFields(`pages.${position}`, () => publishText(ctx, actor, { id, course_id: courseId }, page))
  }
  for (const { id } of left.filter(({ html }) => html !== null)) await removePage(ctx, actor, id)
  const drafts = left.filter(({ html }) => html === null).map(({ id }) => id)
  await saveOrder(ctx.db, courseId, [...ids, ...drafts])
}

async function saveCourse(ctx: Context, actor: Actor, id: number, course: KitCourse, title: string) {
  const { topic, summary, is_hidden, pages } = course
  await updateCourse(ctx, actor, id, { topic_id: await findTopicId(ctx, topic), title, summary })
  await hideCourse(ctx, actor, id, is_hidden)
  await savePages(ctx, actor, id, pages)
}

/** Courses that the account wrote, with what is published of them. */
const coursesKitPart = defineKitPart<KitCourse>({
  name: 'courses',
  module: 'whitelabel',
  normalise: ({ pages, ...course }) => ({
    ...course,
    pages: pages.map(({ html, ...page }) => ({ ...page, html: cleanPage(html) })),
  }),
  async list(ctx, { accountId }) {
    const rows = await findContentCourses(ctx.db, accountId, { limit: 1000 })
    const courses = new Map<string, KitItem<KitCourse>>()
    for (const { id, title, topic, summary, is_hidden } of rows.filter(
      (row) => row.account_id === accountId,
    )) {
      const texts = await findContentPages(ctx.db, accountId, { courseId: id, withHtml: true })
      const pages = texts.flatMap(({ title, html, is_hidden }) =>
        title === null || html === null ? [] : [{ title, html, is_hidden }],
      )
      courses.set(title, { id, content: { topic, summary, is_hidden, pages } })
    }
    return courses
  },
  async create(ctx, actor, title, course) {
    const topic_id = await findTopicId(ctx, course.topic)
    const { id } = await createCourse(ctx, actor, { topic_id, title, summary: course.summary })
    await saveCourse(ctx, actor, id, course, title)
  },
  change: (ctx, actor, id, course, title) => saveCourse(ctx, actor, id, course, title),
  remove: removeCourse,
  async restore(ctx, actor, title) {
    const row = await findDeletedCourse(ctx.db, actor.accountId, title)
    if (!row) return null
    await restoreCourse(ctx, actor, row.id)
    return row.id
  },
})

export const trainingKitParts = [textsKitPart, coursesKitPart]
