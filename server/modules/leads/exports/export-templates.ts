import {
  type ExportTemplate,
  type FileChoices,
  MAX_EXPORT_TEMPLATES,
} from '#contract/leads/export-templates.ts'
import { type ListTypeId, listFields } from '#contract/leads/list-types/index.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { checkHeaders, exportFields } from './export-rows.ts'
import { canEditTemplate } from './export-template-policy.ts'
import * as store from './templates-store.ts'

const present = (actor: Actor, row: store.TemplateRow): ExportTemplate => ({
  id: row.id,
  type: row.list_type,
  name: row.name,
  is_shared: row.is_shared,
  choices: row.choices,
  is_mine: row.owner_id === actor.userId,
  can: { edit: canEditTemplate(actor, row) },
  updated_at: row.updated_at.toISOString(),
})

/** Turns a duplicate name into a field error. */
async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = `There is already a template called “${name}”`
    throw conflict(message, { fields: { name: message }, cause: error })
  }
}

// Saved export choices: a person's own, and shared ones of the account.

const checkColumns = (ctx: Context, actor: Actor, type: ListTypeId, choices: FileChoices) =>
  prefixFields('choices', async () => {
    const known = listFields(type, await findFieldDefinitions(ctx.db, actor.accountId))
    checkHeaders(exportFields(known, choices.columns), choices.headers)
  })

async function lockEditable(ctx: Context, actor: Actor, id: number): Promise<store.TemplateRow> {
  const row = await store.lockTemplate(ctx.db, actor, id)
  if (!row) throw notFound('The template')
  if (!canEditTemplate(actor, row)) throw new AppError('forbidden', 'Only its owner can change this template')
  return row
}

const auditChange = (ctx: Context, row: store.TemplateRow) =>
  recordAudit(ctx.db, {
    accountId: row.account_id,
    subject: `export_template:${row.id}`,
    detail: { name: row.name },
  })

export async function listExportTemplates(
  ctx: Context,
  actor: Actor,
  type: ListTypeId,
): Promise<ExportTemplate[]> {
  return (await store.findTemplates(ctx.db, actor, type)).map((row) => present(actor, row))
}

/** @throws AppError conflict (name, number), validation_failed. */
export async function createExportTemplate(
  ctx: Context,
  actor: Actor,
  { type, ...request }: { type: ListTypeId; name: string; is_shared: boolean; choices: FileChoices },
): Promise<ExportTemplate> {
  await checkColumns(ctx, actor, type, request.choices)
  return transaction(ctx.db, async () => {
    await lockAccount(ctx.db, actor.accountId)
    if ((await store.countTemplates(ctx.db, actor.accountId)) >= MAX_EXPORT_TEMPLATES)
      throw conflict(
        `You’ve reached the limit of ${MAX_EXPORT_TEMPLATES} templates. Delete one to add another`,
      )
    const row = await withFreeName(request.name, () =>
      store.insertTemplate(ctx.db, {
        ...request,
        account_id: actor.accountId,
        owner_id: actor.userId,
        list_type: type,
      }),
    )
    auditChange(ctx, row)
    return present(actor, row)
  })
}

/** @throws AppError not_found, forbidden, conflict (name), validation_failed. */
export const changeExportTemplate = (
  ctx: Context,
  actor: Actor,
  id: number,
  request: store.TemplateChange,
): Promise<ExportTemplate> =>
  transaction(ctx.db, async () => {
    const old = await lockEditable(ctx, actor, id)
    if (request.choices) await checkColumns(ctx, actor, old.list_type, request.choices)
    const row = await withFreeName(request.name ?? old.name, () => store.updateTemplate(ctx.db, old, request))
    auditChange(ctx, row)
    return present(actor, row)
  })

/** @throws AppError not_found, forbidden. */
export const removeExportTemplate = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const row = await lockEditable(ctx, actor, id)
    await store.deleteTemplate(ctx.db, row)
    auditChange(ctx, row)
  })
