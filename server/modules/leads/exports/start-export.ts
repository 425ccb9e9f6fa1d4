import { exportRun } from '#contract/activity/run-kinds/export.ts'
import { EXPORT_MAX_ROWS, type FileChoices } from '#contract/leads/export-templates.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { readWhySort } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { issueTicket } from '#server/modules/core/files/index.ts'
import { fieldsIn, findLeadScope, type LeadScope, withReasons } from '#server/modules/leads/leads/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { checkHeaders, exportFields } from './export-rows.ts'
import {
  countByState,
  countRows,
  type ExportedRows,
  type ExportInput,
  expiringRows,
  selectRows,
} from './exported-rows.ts'
import { fileName } from './file-name.ts'
import { makeSenderChoices, withNameParts } from './sender-file.ts'
import { type ExportRequest, type StoredExport, storedExport } from './stored-export.ts'
import { existingColumns, findTemplateFor, pick } from './template-choices.ts'

const NO_DETAILS = { tags: [], lead_source: null }

/** The choices of an export: from the request, else from its template, which may name deleted columns. */
async function resolveChoices(ctx: Context, actor: Actor, request: ExportRequest, scope: LeadScope) {
  const known = fieldsIn(scope)
  const template =
    request.template_id === undefined
      ? undefined
      : await findTemplateFor(ctx.db, actor, request.template_id, scope.type)
  const templateColumns = template && existingColumns(known, template.choices)
  const own = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
  const asked: FileChoices = { ...templateColumns?.choices, ...own }
  const { sender } = asked
  const choices = sender ? makeSenderChoices(withNameParts(known, sender), { ...asked, sender }) : asked
  const fields = exportFields(withNameParts(known, sender), choices.columns)
  const names = new Set(fields.map(({ name }) => name))
  // The request may have fewer columns than the template has names for.
  const headers = (sender ? undefined : request.headers) ?? pick(choices.headers, names)
  checkHeaders(fields, headers)
  return {
    choices: { ...choices, headers, columns: [...names] },
    leftOut: templateColumns?.leftOut ?? [],
    stored: storedExport(request, sender ? asked : { ...choices, headers }, template?.name),
  }
}

const findScope = async (
  ctx: Context,
  actor: Actor,
  list: { id: number; type: LeadScope['type'] },
  { resultIds: ids, filters }: Pick<ExportRequest, 'resultIds' | 'filters'>,
) => ({
  ...(await withReasons(
    ctx,
    await findLeadScope(ctx, actor, list.id, list.type),
    // The file may have a column with them, whatever the order.
    readWhySort(filters?.sort) === null ? WHY_FIELD.name : filters?.sort,
  )),
  ...(ids && { ids }),
})

/**
 * Counts the rows, creates the run that shows progress, and issues the ticket. `before` is stored in place of the
 * request, so that a repeat keeps the original choices.
 */
export async function startExport(ctx: Context, actor: Actor, request: ExportRequest, before?: StoredExport) {
  const list = await findOwnList(ctx, actor, request.list_id)
  const scope = await findScope(ctx, actor, list, request)
  const { choices, leftOut, stored } = await resolveChoices(ctx, actor, request, scope)
  const format = choices.format ?? 'csv'
  const rows: ExportedRows = {
    scope,
    filters: request.filters ?? LeadFilters.parse({}),
    delta: request.delta,
    userId: actor.userId,
    emailStates: choices.email_states,
    otherEmails: choices.other_emails ?? 'empty',
  }
  const total = await prefixFields('filters', async () => {
    // An unknown sort order is rejected here, not when the file is fetched.
    selectRows(ctx.db, rows)
    return countRows(ctx.db, rows)
  })
  if (total > EXPORT_MAX_ROWS[format])
    throw invalidField(
      'format',
      `An Excel sheet holds up to 1,048,575 leads, and you chose ${total}. Use CSV`,
    )
  const expiring = await expiringRows(ctx.db, rows)
  return transaction(ctx.db, async () => {
    const { run } = await startRun(ctx, actor, exportRun, {
      title: `Export of ${list.name}`,
      list,
      plan: { input: { wish: { ...stored, ...before } }, total },
      audit: 'export.created',
      isQueued: false,
    })
    const input: ExportInput = {
      ...rows,
      runId: run.id,
      columns: choices.columns,
      headers: choices.headers,
      headings: choices.headings,
      provenance: choices.provenance ?? false,
      evidence: choices.evidence ?? false,
      bom: choices.bom ?? false,
      format,
      filename: fileName(list.name, format),
      // A sender’s form has no place for what is about the list.
      list: choices.sender ? NO_DETAILS : { tags: list.tags, lead_source: list.lead_source },
      sender: choices.sender,
    }
    const ticket = await issueTicket(ctx, actor, 'export', input as unknown as Record<string, unknown>)
    return {
      ...ticket,
      run_id: run.id,
      total,
      filename: input.filename,
      ...(leftOut.length > 0 && { left_out: leftOut }),
      ...(expiring && { expiring }),
    }
  })
}

/** Number of emails of these leads, by state. @throws AppError not_found, validation_failed. */
export async function countEmailsToExport(ctx: Context, actor: Actor, request: ExportRequest) {
  const { list_id, filters, delta } = request
  const scope = await findScope(ctx, actor, await findOwnList(ctx, actor, list_id), request)
  const rows = { scope, filters: filters ?? LeadFilters.parse({}), delta, userId: actor.userId }
  return prefixFields('filters', () => countByState(ctx.db, rows))
}
