import { type EditedPage, MAX_COURSE_PAGES } from '#contract/branding/training-content.ts'
import type { Versioned } from '#contract/core/versions.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
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

/** Shared by all calls about pages. */
function pageParts(db: Db) {
  async function rowOf(actor: Actor, id: number): Promise<store.ContentPageRow> {
    const [row] = await store.findContentPages(db, actor.accountId, { pageId: id, withHtml: true })
    if (!row) throw notFound('The page')
    return row
  }
  const show = async (actor: Actor, id: number): Promise<EditedPage> =>
    presentEdited(actor.accountId, await rowOf(actor, id))

  const record = (actor: Actor, row: { id: number; course_id: number }, detail: Record<string, unknown>) =>
    recordAudit(db, {
      accountId: actor.accountId,
      subject: `training_page:${row.id}`,
      detail: { course: row.course_id, ...detail },
    })

  /** The page with its text locked, at the version the actor read. @throws AppError not_found, edit_conflict. */
  async function lock(actor: Actor, id: number, version?: number): Promise<store.ContentPageRow> {
    await rowOf(actor, id)
    await store.lockText(db, actor.accountId, id)
    const row = await rowOf(actor, id)
    if (version !== undefined)
      requireVersion(
        row,
        version,
        (current) => presentEdited(actor.accountId, current) as Versioned & EditedPage,
      )
    return row
  }

  async function change(
    actor: Actor,
    row: store.ContentPageRow,
    values: store.TextChange & { isPublished?: boolean },
  ): Promise<EditedPage> {
    await store.updateText(db, actor, row.id, values)
    return show(actor, row.id)
  }
  return { rowOf, show, record, lock, change }
}

/** Editing pages: a draft beside what readers see. Texts belong to the actor's account. */
export function createPagesService({ db }: { db: Db }) {
  const { rowOf, show, record, lock, change } = pageParts(db)

  return {
    show,

    create: (actor: Actor, courseId: number, { title, html }: { title: string; html: string }) =>
      transaction(db, async () => {
        const course = await store.lockCourse(db, actor.accountId, courseId)
        if (!course || course.deleted_at) throw notFound('The course')
        await checkLimit(db, courseId)
        const { id } = await store.insertPage(db, courseId, title)
        await store.lockText(db, actor.accountId, id)
        await store.updateText(db, actor, id, { draft_title: title, draft_html: cleanPage(html) })
        record(actor, { id, course_id: courseId }, { title })
        return show(actor, id)
      }),

    saveDraft: (actor: Actor, id: number, { title, html, version }: PageDraft) =>
      transaction(db, async () => {
        const draft = { draft_title: title, draft_html: cleanPage(html) }
        const row = await lock(actor, id, version)
        const saved = await change(actor, row, draft)
        // Typing saves several times a minute: the log records a draft once per person who starts editing.
        if (row.draft_html === null || row.editor !== saved.updated_by) record(actor, row, { title })
        else markUnchanged()
        return saved
      }),

    publish: (actor: Actor, id: number, version: number) =>
      transaction(db, async () => {
        const row = await lock(actor, id, version)
        const { draft_title: title, draft_html: html } = row
        if (title === null || html === null) {
          markUnchanged()
          return show(actor, id)
        }
        record(actor, row, { title })
        const text = { title, html, words: plainText(html), isPublished: true }
        return change(actor, row, { ...text, draft_title: null, draft_html: null })
      }),

    discard: (actor: Actor, id: number, version: number) =>
      transaction(db, async () => {
        const row = await lock(actor, id, version)
        if (row.html === null && row.inherited_html === null)
          throw conflict('This page was never published. Delete it instead')
        record(actor, row, {})
        return change(actor, row, { draft_title: null, draft_html: null })
      }),

    hide: (actor: Actor, id: number, isHidden: boolean) =>
      transaction(db, async () => {
        const row = await lock(actor, id)
        record(actor, row, { is_hidden: isHidden })
        return change(actor, row, { is_hidden: isHidden })
      }),

    reset: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const row = await lock(actor, id)
        if (canEditCourse(actor, row))
          throw new AppError('forbidden', 'This page is your own, so there is no inherited text')
        await store.deleteText(db, actor.accountId, id)
        record(actor, row, {})
        const [inherited] = await store.findContentPages(db, actor.accountId, { pageId: id, withHtml: true })
        // An upgrade had removed the page, and only their own text kept it.
        if (!inherited) throw notFound('The inherited text')
        return presentEdited(actor.accountId, inherited)
      }),

    remove: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const row = await rowOf(actor, id)
        if (!canEditCourse(actor, row)) throw inheritedCourse()
        await store.lockOwnPage(db, actor.accountId, id)
        await store.setPageDeleted(db, id, true)
        record(actor, row, { title: row.draft_title ?? row.title })
      }),

    restore: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const page = await store.lockOwnPage(db, actor.accountId, id)
        if (!page || page.course_deleted_at) throw notFound('The page')
        if (page.deleted_at) {
          await checkLimit(db, page.course_id)
          await store.setPageDeleted(db, id, false)
          record(actor, page, {})
        } else markUnchanged()
        return show(actor, id)
      }),
  }
}
export type PagesService = ReturnType<typeof createPagesService>
