import { type EditedPage, MAX_COURSE_PAGES } from '#contract/branding/training-content.ts'
import type { Versioned } from '#contract/core/versions.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { requireVersion } from '#server/platform/edit-conflict.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { cleanPage, plainText } from './clean-page.ts'
import * as store from './content-store.ts'
import { presentEdited } from './present-content.ts'
import { canEditCourse, inheritedCourse } from './training-policy.ts'

interface PageDraft {
  title: string
  html: string
  version: number
}

/** @throws AppError conflict when the course is full */
async function checkLimit(db: Db, courseId: number): Promise<void> {
  if ((await store.countPages(db, courseId)) >= MAX_COURSE_PAGES)
    throw conflict(`A course has at most ${MAX_COURSE_PAGES} pages. Delete one or start another course`)
}

async function findPageRow(ctx: Context, actor: Actor, id: number): Promise<store.ContentPageRow> {
  const [row] = await store.findContentPages(ctx.db, actor.accountId, { pageId: id, withHtml: true })
  if (!row) throw notFound('The page')
  return row
}

export const showContentPage = async (ctx: Context, actor: Actor, id: number): Promise<EditedPage> =>
  presentEdited(actor.accountId, await findPageRow(ctx, actor, id))

const recordPageChange = (
  ctx: Context,
  actor: Actor,
  row: { id: number; course_id: number },
  detail: Record<string, unknown>,
) =>
  recordAudit(ctx.db, {
    accountId: actor.accountId,
    subject: `training_page:${row.id}`,
    detail: { course: row.course_id, ...detail },
  })

/** The page with its text locked, at the version the actor read. @throws AppError not_found, edit_conflict. */
async function lockContentPage(
  ctx: Context,
  actor: Actor,
  id: number,
  version?: number,
): Promise<store.ContentPageRow> {
  await findPageRow(ctx, actor, id)
  await store.lockText(ctx.db, actor.accountId, id)
  const row = await findPageRow(ctx, actor, id)
  if (version !== undefined)
    requireVersion(
      row,
      version,
      (current) => presentEdited(actor.accountId, current) as Versioned & EditedPage,
    )
  return row
}

async function changeContentPage(
  ctx: Context,
  actor: Actor,
  row: store.ContentPageRow,
  values: store.TextChange & { isPublished?: boolean },
): Promise<EditedPage> {
  await store.updateText(ctx.db, actor, row.id, values)
  return showContentPage(ctx, actor, row.id)
}

export const createContentPage = (
  ctx: Context,
  actor: Actor,
  courseId: number,
  { title, html }: { title: string; html: string },
) =>
  transaction(ctx.db, async () => {
    const course = await store.lockCourse(ctx.db, actor.accountId, courseId)
    if (!course || course.deleted_at) throw notFound('The course')
    await checkLimit(ctx.db, courseId)
    const { id } = await store.insertPage(ctx.db, courseId, title)
    await store.lockText(ctx.db, actor.accountId, id)
    await store.updateText(ctx.db, actor, id, { draft_title: title, draft_html: cleanPage(html) })
    recordPageChange(ctx, actor, { id, course_id: courseId }, { title })
    return showContentPage(ctx, actor, id)
  })

export const savePageDraft = (ctx: Context, actor: Actor, id: number, { title, html, version }: PageDraft) =>
  transaction(ctx.db, async () => {
    const draft = { draft_title: title, draft_html: cleanPage(html) }
    const row = await lockContentPage(ctx, actor, id, version)
    const saved = await changeContentPage(ctx, actor, row, draft)
    // Typing saves several times a minute: the log records a draft once per person who starts editing.
    if (row.draft_html === null || row.editor !== saved.updated_by)
      recordPageChange(ctx, actor, row, { title })
    else markUnchanged()
    return saved
  })

export const publishPage = (ctx: Context, actor: Actor, id: number, version: number) =>
  transaction(ctx.db, async () => {
    const row = await lockContentPage(ctx, actor, id, version)
    const { draft_title: title, draft_html: html } = row
    if (title === null || html === null) {
      markUnchanged()
      return showContentPage(ctx, actor, id)
    }
    recordPageChange(ctx, actor, row, { title })
    const text = { title, html, words: plainText(html), isPublished: true }
    return changeContentPage(ctx, actor, row, { ...text, draft_title: null, draft_html: null })
  })

export const discardPageDraft = (ctx: Context, actor: Actor, id: number, version: number) =>
  transaction(ctx.db, async () => {
    const row = await lockContentPage(ctx, actor, id, version)
    if (row.html === null && row.inherited_html === null)
      throw conflict('This page was never published. Delete it instead')
    recordPageChange(ctx, actor, row, {})
    return changeContentPage(ctx, actor, row, { draft_title: null, draft_html: null })
  })

export const hidePage = (ctx: Context, actor: Actor, id: number, isHidden: boolean) =>
  transaction(ctx.db, async () => {
    const row = await lockContentPage(ctx, actor, id)
    recordPageChange(ctx, actor, row, { is_hidden: isHidden })
    return changeContentPage(ctx, actor, row, { is_hidden: isHidden })
  })

export const resetPage = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const row = await lockContentPage(ctx, actor, id)
    if (canEditCourse(actor, row))
      throw new AppError('forbidden', 'This page is your own, so there is no inherited text')
    await store.deleteText(ctx.db, actor.accountId, id)
    recordPageChange(ctx, actor, row, {})
    const [inherited] = await store.findContentPages(ctx.db, actor.accountId, { pageId: id, withHtml: true })
    // An upgrade had removed the page, and only their own text kept it.
    if (!inherited) throw notFound('The inherited text')
    return presentEdited(actor.accountId, inherited)
  })

export const removePage = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const row = await findPageRow(ctx, actor, id)
    if (!canEditCourse(actor, row)) throw inheritedCourse()
    await store.lockOwnPage(ctx.db, actor.accountId, id)
    await store.setPageDeleted(ctx.db, id, true)
    recordPageChange(ctx, actor, row, { title: row.draft_title ?? row.title })
  })

export const restorePage = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const page = await store.lockOwnPage(ctx.db, actor.accountId, id)
    if (!page || page.course_deleted_at) throw notFound('The page')
    if (page.deleted_at) {
      await checkLimit(ctx.db, page.course_id)
      await store.setPageDeleted(ctx.db, id, false)
      recordPageChange(ctx, actor, page, {})
    } else markUnchanged()
    return showContentPage(ctx, actor, id)
  })
