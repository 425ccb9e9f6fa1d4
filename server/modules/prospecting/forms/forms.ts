import { randomBytes } from 'node:crypto'
import { type Form, type FormChange, MAX_FORMS, type NewForm } from '#contract/prospecting/forms.ts'
import { findNames, lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { findLabels } from '#server/modules/leads/leads/index.ts'
import { findTargetList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import * as store from './forms-store.ts'
import { presentForms } from './present-form.ts'
import { checkQuestions } from './read-submission.ts'

export const listForms = async (ctx: Context, { accountId }: Actor): Promise<Form[]> =>
  presentForms(ctx, accountId, await store.findForms(ctx.db, accountId))

/** @throws AppError not_found, also for a deleted one. */
export async function showForm(ctx: Context, { accountId }: Actor, id: number): Promise<Form> {
  const form = await store.findForm(ctx.db, accountId, id)
  if (!form || form.deleted_at) throw notFound('The form')
  return presentOne(ctx, form)
}

const presentOne = async (ctx: Context, form: store.FormRow): Promise<Form> =>
  (await presentForms(ctx, form.account_id, [form]))[0] as Form

/** Locks the account, so that two new forms don’t pass the limit. */
async function requireRoom(ctx: Context, { accountId }: Actor): Promise<void> {
  await lockAccount(ctx.db, accountId)
  if ((await store.findForms(ctx.db, accountId)).length >= MAX_FORMS)
    throw conflict(`You’ve reached the limit of ${MAX_FORMS} forms. Delete one to add another`)
}

/** Checks what a form names: its list, fields, labels and people. */
async function readContent(
  ctx: Context,
  actor: Actor,
  form: Omit<store.FormContent, 'list_type'>,
  changed: readonly string[],
): Promise<store.FormContent> {
  const { accountId } = actor
  const { type } = await findTargetList(ctx, actor, form.list_id)
  const content = { ...form, list_type: type }
  await checkQuestions(ctx.db, accountId, content)
  if (changed.includes('label_ids')) {
    const known = new Set((await findLabels(ctx.db, accountId)).map(({ id }) => id))
    if (form.label_ids.some((id) => !known.has(id))) throw notFound('The label')
  }
  if (changed.includes('notify_ids')) {
    const known = await findNames(ctx.db, accountId, form.notify_ids)
    if (form.notify_ids.some((id) => !known.has(id))) throw notFound('The person')
  }
  return content
}

const audit = (ctx: Context, { accountId }: Actor, { id, name }: store.FormRow, detail: object = {}) =>
  recordAudit(ctx.db, { accountId, subject: `form:${id}`, detail: { name, ...detail } })

/** @throws AppError conflict (number), not_found (list, label, person), validation_failed. */
export const createForm = (ctx: Context, actor: Actor, input: NewForm): Promise<Form> =>
  transaction(ctx.db, async () => {
    await requireRoom(ctx, actor)
    const { accountId, userId } = actor
    const given = { ...input, notify_ids: input.notify_ids ?? [userId] }
    const content = await readContent(ctx, actor, given, ['label_ids', 'notify_ids'])
    const form = await store.insertForm(ctx.db, {
      ...content,
      account_id: accountId,
      key: randomBytes(12).toString('base64url'),
      created_by: userId,
    })
    audit(ctx, actor, form, { list_id: form.list_id })
    return presentOne(ctx, form)
  })

async function lockOwn(ctx: Context, { accountId }: Actor, id: number, deleted: boolean) {
  const form = await store.lockForm(ctx.db, accountId, id)
  if (!form || (form.deleted_at !== null) !== deleted) throw notFound('The form')
  return form
}

const contentOf = ({
  account_id: _account,
  id: _id,
  key: _key,
  created_by: _by,
  created_at: _at,
  updated_at: _updated,
  deleted_at: _deleted,
  ...content
}: store.FormRow): store.FormContent => content

/** @throws AppError not_found, validation_failed. */
export const changeForm = (ctx: Context, actor: Actor, id: number, change: FormChange): Promise<Form> =>
  transaction(ctx.db, async () => {
    const before = await lockOwn(ctx, actor, id, false)
    const old = contentOf(before)
    // A form whose list is gone can still be turned off.
    const isOff = Object.keys(change).every((name) => name === 'active')
    const content = isOff
      ? { ...old, ...change }
      : await readContent(ctx, actor, { ...old, ...change }, Object.keys(change))
    const changes = fieldChanges(old, content)
    if (Object.keys(changes).length === 0) markUnchanged()
    else audit(ctx, actor, before, changes)
    return presentOne(ctx, await store.updateForm(ctx.db, before, content))
  })

/** @throws AppError not_found. */
export const removeForm = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const form = await lockOwn(ctx, actor, id, false)
    audit(ctx, actor, await store.updateForm(ctx.db, form, { deleted: true }))
  })

/** @throws AppError not_found, conflict (number). */
export const restoreForm = (ctx: Context, actor: Actor, id: number): Promise<Form> =>
  transaction(ctx.db, async () => {
    await requireRoom(ctx, actor)
    const form = await store.updateForm(ctx.db, await lockOwn(ctx, actor, id, true), { deleted: false })
    audit(ctx, actor, form)
    return presentOne(ctx, form)
  })
