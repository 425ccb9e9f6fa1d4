import { CRM_KINDS, keepsContacts } from '#contract/core/crms/index.ts'
import type { CrmField, CrmId } from '#contract/leads/crm.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findOwnConnection } from './connections.ts'
import { callCrm } from './crm-access.ts'
import { withCallErrors } from './crm-errors.ts'

interface NewField {
  label: string
  kind: 'text' | 'number' | 'date'
}

/** For CRMs in which no fields can be created. */
export const noFields = (crm: CrmId) =>
  conflict(
    keepsContacts(crm)
      ? `Fields can’t be created in ${CRM_KINDS[crm].label} from here. Create them there`
      : `${CRM_KINDS[crm].label} has no fields of its own`,
  )

export async function listCrmFields(
  ctx: Context,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<CrmField[]> {
  const row = await findOwnConnection(ctx, actor, id)
  if (!keepsContacts(row.crm)) return []
  return withCallErrors(() =>
    callCrm(ctx, actor.accountId, id, signal, (crm, context) => crm.fields(context)),
  )
}

export const requestNewCrmField = (
  ctx: Context,
  actor: Actor,
  id: number,
  field: NewField,
  signal: AbortSignal,
) =>
  withCallErrors(() =>
    callCrm(ctx, actor.accountId, id, signal, (crm, context) => crm.createField(context, field)),
  )

export async function createCrmField(
  ctx: Context,
  actor: Actor,
  id: number,
  field: NewField,
  signal: AbortSignal,
): Promise<CrmField> {
  const row = await findOwnConnection(ctx, actor, id)
  if (!CRM_KINDS[row.crm].can.customFields) throw noFields(row.crm)
  const known = await listCrmFields(ctx, actor, id, signal)
  if (known.some(({ label }) => label.toLowerCase() === field.label.toLowerCase()))
    throw conflict('The CRM already has a field with this name')
  const created = await requestNewCrmField(ctx, actor, id, field, signal)
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { label: field.label } })
  })
  return created
}

export async function listCrmOwners(ctx: Context, actor: Actor, id: number, signal: AbortSignal) {
  const row = await findOwnConnection(ctx, actor, id)
  if (!CRM_KINDS[row.crm].can.owners) return { data: [], takes_owner: false }
  const data = await withCallErrors(() =>
    callCrm(ctx, actor.accountId, id, signal, (crm, context) => crm.owners(context)),
  )
  return { data: data ?? [], takes_owner: true }
}
