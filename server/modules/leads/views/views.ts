import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type LeadView, MAX_VIEWS, type ViewColumns, type ViewFilters } from '#contract/leads/views.ts'
import { lockUser } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
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

// Saved views of the lead grid: a person's own, and shared ones of the account.

async function showView(ctx: Context, actor: Actor, id: number): Promise<LeadView> {
  const view = await findView(ctx.db, actor.accountId, id)
  if (!view) throw notFound('The view')
  return presentView(actor, view)
}

/** A view that the actor may change, locked. */
async function lockEditable(ctx: Context, actor: Actor, id: number, deleted: boolean): Promise<LeadViewRow> {
  const view = await lockView(ctx.db, actor.accountId, id)
  if (!view || !canSeeView(actor, view) || (view.deleted_at !== null) !== deleted) throw notFound('The view')
  if (!canEditView(actor, view))
    throw new AppError('forbidden', 'Only its owner can change this view. Save it as your own instead')
  return view
}

async function checkDefault(ctx: Context, actor: Actor, type: ListTypeId, id: number): Promise<void> {
  const view = await findView(ctx.db, actor.accountId, id)
  if (!view || !canSeeView(actor, view) || view.list_type !== type) throw notFound('The view')
}

async function checkLimit(ctx: Context, actor: Actor, ownerId: number): Promise<void> {
  await lockUser(ctx.db, ownerId)
  if ((await countViews(ctx.db, actor.accountId, ownerId)) >= MAX_VIEWS)
    throw conflict(`You’ve reached the limit of ${MAX_VIEWS} views. Delete one to add another`)
}

const storeChoice = (
  ctx: Context,
  actor: Actor,
  type: ListTypeId,
  choice: Parameters<typeof upsertChoice>[2],
) => upsertChoice(ctx.db, { account_id: actor.accountId, user_id: actor.userId, list_type: type }, choice)

const auditChange = (ctx: Context, actor: Actor, view: LeadViewRow, detail: object = {}) =>
  recordAudit(ctx.db, {
    accountId: actor.accountId,
    subject: `view:${view.id}`,
    detail: { name: view.name, ...detail },
  })

export async function listViews(ctx: Context, actor: Actor, type: ListTypeId) {
  const views = await findViews(ctx.db, actor.accountId, actor.userId, type)
  const choice = await findChoice(ctx.db, actor.accountId, actor.userId, type)
  const isVisible = views.some((view) => view.id === choice?.default_view_id)
  return {
    data: views.map((view) => presentView(actor, view)),
    default_view_id: isVisible ? (choice?.default_view_id ?? null) : null,
    columns: choice?.columns ?? null,
  }
}

/** @throws AppError conflict (name, number), validation_failed. */
export async function createView(
  ctx: Context,
  actor: Actor,
  { type, is_default, ...view }: NewView,
): Promise<LeadView> {
  await checkView(type, view, await findFieldDefinitions(ctx.db, actor.accountId))
  const id = await transaction(ctx.db, async () => {
    await checkLimit(ctx, actor, actor.userId)
    const created = await withFreeName(view.name, () =>
      insertView(ctx.db, { ...view, account_id: actor.accountId, owner_id: actor.userId, list_type: type }),
    )
    if (is_default) await storeChoice(ctx, actor, type, { default_view_id: created.id })
    auditChange(ctx, actor, created, { type, visibility: created.visibility })
    return created.id
  })
  return showView(ctx, actor, id)
}

/** @throws AppError not_found, forbidden, conflict (name), validation_failed. */
export async function changeView(
  ctx: Context,
  actor: Actor,
  id: number,
  request: ViewChange,
): Promise<LeadView> {
  await transaction(ctx.db, async () => {
    const view = await lockEditable(ctx, actor, id, false)
    await checkView(view.list_type, request, await findFieldDefinitions(ctx.db, actor.accountId))
    await withFreeName(request.name ?? view.name, () => updateView(ctx.db, actor.accountId, id, request))
    auditChange(ctx, actor, view, {
      changed: Object.keys(request),
      ...(request.name && { to: request.name }),
    })
  })
  // Someone who unshares another person's view no longer sees it.
  return showView(ctx, actor, id)
}

/** @throws AppError not_found, forbidden. */
export const removeView = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const view = await lockEditable(ctx, actor, id, false)
    await setDeleted(ctx.db, actor.accountId, id, true)
    auditChange(ctx, actor, view)
  })

/** @throws AppError not_found, forbidden, conflict (name, number). */
export async function restoreView(ctx: Context, actor: Actor, id: number): Promise<LeadView> {
  await transaction(ctx.db, async () => {
    const view = await lockEditable(ctx, actor, id, true)
    await checkLimit(ctx, actor, view.owner_id)
    await withFreeName(view.name, () => setDeleted(ctx.db, actor.accountId, id, false))
    auditChange(ctx, actor, view)
  })
  return showView(ctx, actor, id)
}

/** Sets the actor's default view for a list type. @throws AppError not_found, validation_failed. */
export async function chooseView(
  ctx: Context,
  actor: Actor,
  type: ListTypeId,
  choice: { default_view_id?: number | null; columns?: ViewColumns | null },
): Promise<void> {
  const { default_view_id: viewId, columns } = choice
  if (columns) checkColumns(type, columns, await findFieldDefinitions(ctx.db, actor.accountId))
  await transaction(ctx.db, async () => {
    if (viewId) await checkDefault(ctx, actor, type, viewId)
    await storeChoice(ctx, actor, type, {
      ...(viewId !== undefined && { default_view_id: viewId }),
      ...(columns !== undefined && { columns }),
    })
    // Personal column widths are not audited.
    if (viewId === undefined) return markUnchanged()
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { type, view_id: viewId } })
  })
}
