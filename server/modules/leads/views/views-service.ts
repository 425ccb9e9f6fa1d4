import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type LeadView, MAX_VIEWS, type ViewColumns, type ViewFilters } from '#contract/leads/views.ts'
import { lockUser } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { customFieldsOf } from '#server/modules/leads/custom-fields/index.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { checkColumns, checkView } from './check-view.ts'
import { presentView } from './present-view.ts'
import { canEditView, canSeeView } from './view-policy.ts'
import { findView, findViews } from './views-reads.ts'
import {
  countViews,
  findChoice,
  insertView,
  type LeadViewRow,
  lockView,
  setDeleted,
  updateView,
  upsertChoice,
  type ViewChange,
} from './views-store.ts'

interface NewView {
  type: ListTypeId
  name: string
  visibility: 'mine' | 'everyone'
  filters: ViewFilters
  sort: string | null
  columns: ViewColumns
  is_default: boolean
}

/** Turns a duplicate name into a field error. */
async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = `There is already a view called “${name}”`
    throw conflict(message, { fields: { name: message }, cause: error })
  }
}

/** Saved views of the lead grid: a person's own, and shared ones of the account. */
export function createViewsService({ db }: { db: Db }) {
  async function show(actor: Actor, id: number): Promise<LeadView> {
    const view = await findView(db, actor.accountId, id)
    if (!view) throw notFound('The view')
    return presentView(actor, view)
  }

  /** A view that the actor may change, locked. */
  async function lockEditable(actor: Actor, id: number, deleted: boolean): Promise<LeadViewRow> {
    const view = await lockView(db, actor.accountId, id)
    if (!view || !canSeeView(actor, view) || (view.deleted_at !== null) !== deleted)
      throw notFound('The view')
    if (!canEditView(actor, view))
      throw new AppError('forbidden', 'Only its owner can change this view. Save it as your own instead')
    return view
  }

  async function checkDefault(actor: Actor, type: ListTypeId, id: number): Promise<void> {
    const view = await findView(db, actor.accountId, id)
    if (!view || !canSeeView(actor, view) || view.list_type !== type) throw notFound('The view')
  }

  async function checkLimit(actor: Actor, ownerId: number): Promise<void> {
    await lockUser(db, ownerId)
    if ((await countViews(db, actor.accountId, ownerId)) >= MAX_VIEWS)
      throw conflict(`You’ve reached the limit of ${MAX_VIEWS} views. Delete one to add another`)
  }

  const storeChoice = (actor: Actor, type: ListTypeId, choice: Parameters<typeof upsertChoice>[2]) =>
    upsertChoice(db, { account_id: actor.accountId, user_id: actor.userId, list_type: type }, choice)

  const auditChange = (actor: Actor, view: LeadViewRow, detail: object = {}) =>
    recordAudit(db, {
      accountId: actor.accountId,
      subject: `view:${view.id}`,
      detail: { name: view.name, ...detail },
    })

  return {
    async list(actor: Actor, type: ListTypeId) {
      const views = await findViews(db, actor.accountId, actor.userId, type)
      const choice = await findChoice(db, actor.accountId, actor.userId, type)
      const isVisible = views.some((view) => view.id === choice?.default_view_id)
      return {
        data: views.map((view) => presentView(actor, view)),
        default_view_id: isVisible ? (choice?.default_view_id ?? null) : null,
        columns: choice?.columns ?? null,
      }
    },

    /** @throws AppError conflict (name, number), validation_failed. */
    async create(actor: Actor, { type, is_default, ...view }: NewView): Promise<LeadView> {
      await checkView(type, view, await customFieldsOf(db, actor.accountId))
      const id = await transaction(db, async () => {
        await checkLimit(actor, actor.userId)
        const created = await withFreeName(view.name, () =>
          insertView(db, { ...view, account_id: actor.accountId, owner_id: actor.userId, list_type: type }),
        )
        if (is_default) await storeChoice(actor, type, { default_view_id: created.id })
        auditChange(actor, created, { type, visibility: created.visibility })
        return created.id
      })
      return show(actor, id)
    },

    /** @throws AppError not_found, forbidden, conflict (name), validation_failed. */
    async change(actor: Actor, id: number, request: ViewChange): Promise<LeadView> {
      await transaction(db, async () => {
        const view = await lockEditable(actor, id, false)
        await checkView(view.list_type, request, await customFieldsOf(db, actor.accountId))
        await withFreeName(request.name ?? view.name, () => updateView(db, actor.accountId, id, request))
        auditChange(actor, view, { changed: Object.keys(request), ...(request.name && { to: request.name }) })
      })
      // Someone who unshares another person's view no longer sees it.
      return show(actor, id)
    },

    /** @throws AppError not_found, forbidden. */
    remove: (actor: Actor, id: number): Promise<void> =>
      transaction(db, async () => {
        const view = await lockEditable(actor, id, false)
        await setDeleted(db, actor.accountId, id, true)
        auditChange(actor, view)
      }),

    /** @throws AppError not_found, forbidden, conflict (name, number). */
    async restore(actor: Actor, id: number): Promise<LeadView> {
      await transaction(db, async () => {
        const view = await lockEditable(actor, id, true)
        await checkLimit(actor, view.owner_id)
        await withFreeName(view.name, () => setDeleted(db, actor.accountId, id, false))
        auditChange(actor, view)
      })
      return show(actor, id)
    },

    /** Sets the actor's default view for a list type. @throws AppError not_found, validation_failed. */
    async choose(
      actor: Actor,
      type: ListTypeId,
      choice: { default_view_id?: number | null | undefined; columns?: ViewColumns | null | undefined },
    ): Promise<void> {
      const { default_view_id: viewId, columns } = choice
      if (columns) checkColumns(type, columns, await customFieldsOf(db, actor.accountId))
      await transaction(db, async () => {
        if (viewId) await checkDefault(actor, type, viewId)
        await storeChoice(actor, type, {
          ...(viewId !== undefined && { default_view_id: viewId }),
          ...(columns !== undefined && { columns }),
        })
        // Personal column widths are not audited.
        if (viewId === undefined) return markUnchanged()
        recordAudit(db, { accountId: actor.accountId, detail: { type, view_id: viewId } })
      })
    },
  }
}

export type ViewsService = ReturnType<typeof createViewsService>
