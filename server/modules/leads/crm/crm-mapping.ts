import type { CrmMappingItem } from '#contract/activity/run-kinds/crm.ts'
import { CRM_KINDS, isSender, keepsContacts } from '#contract/core/crms/index.ts'
import type { CrmMapping } from '#contract/leads/crm.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findOwnConnection } from './connections.ts'
import { crmOfConnection } from './crm-access.ts'
import { listCrmFields } from './crm-fields.ts'
import { findMapping, insertMapping } from './ledger-store.ts'
import { defaultItems, fits, kindsFor, listLeadFields } from './plan-lead.ts'

export async function showCrmMapping(
  ctx: Context,
  actor: Actor,
  id: number,
  type: ListTypeId,
): Promise<CrmMapping> {
  const row = await findOwnConnection(ctx, actor, id)
  const own = await findMapping(ctx.db, actor.accountId, id, type)
  const leadFields = listLeadFields(type, await findFieldDefinitions(ctx.db, actor.accountId))
  const known = leadFields.map(({ name, label, kind }) => ({ name, label, takes: [...kindsFor(kind)] }))
  if (own)
    return {
      items: own.items,
      version: own.version,
      fields: known,
      updated_at: own.created_at.toISOString(),
    }
  // A message receiver accepts anything: all fields, under our own names.
  const items: CrmMappingItem[] = keepsContacts(row.crm)
    ? defaultItems(leadFields, crmOfConnection(ctx, row))
    : leadFields.map(({ name }) => ({ field: name, to: name, policy: 'always' }))
  return { items, version: 0, updated_at: null, fields: known }
}

/** Validates a mapping against the current fields and saves it as a new version. */
export async function saveCrmMapping(
  ctx: Context,
  actor: Actor,
  place: { id: number; type: ListTypeId },
  body: { items: CrmMappingItem[]; version: number },
  signal: AbortSignal,
): Promise<CrmMapping> {
  const { id, type } = place
  const row = await findOwnConnection(ctx, actor, id)
  const ours = new Map(
    listLeadFields(type, await findFieldDefinitions(ctx.db, actor.accountId)).map((field) => [
      field.name,
      field,
    ]),
  )
  const crmFields = new Map((await listCrmFields(ctx, actor, id, signal)).map((field) => [field.key, field]))
  const used = new Set<string>()
  for (const [index, { field, to }] of body.items.entries()) {
    const own = ours.get(field)
    if (!own) throw invalidField(`items.${index}.field`, 'Leads of this type have no such field')
    if (used.has(to)) throw invalidField(`items.${index}.to`, 'Two fields map to this one')
    used.add(to)
    if (!keepsContacts(row.crm)) continue
    const target = crmFields.get(to)
    if (!target && isSender(row.crm)) {
      const valid = crmOfConnection(ctx, row).sender?.makeVariable(to)
      if (valid === to) continue
      throw invalidField(`items.${index}.to`, `${CRM_KINDS[row.crm].label} takes names like “${valid}”`)
    }
    if (!target) throw invalidField(`items.${index}.to`, 'The CRM has no such field')
    if (!fits(own.kind, target.kind))
      throw invalidField(`items.${index}.to`, `${own.label} doesn’t fit ${target.label}`)
  }
  return writeMapping(ctx, actor, place, body)
}

/** Saves a checked mapping as a new version. @throws AppError conflict if someone else saved first. */
export const writeMapping = (
  ctx: Context,
  actor: Actor,
  { id, type }: { id: number; type: ListTypeId },
  body: { items: CrmMappingItem[]; version: number },
): Promise<CrmMapping> =>
  transaction(ctx.db, async () => {
    const written = await insertMapping(
      ctx.db,
      { accountId: actor.accountId, userId: actor.userId, connectionId: id, type },
      body,
    )
    if (!written)
      throw conflict('Someone else changed this mapping. Reload to see their version', {
        details: { current: await showCrmMapping(ctx, actor, id, type) },
      })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { type } })
    return showCrmMapping(ctx, actor, id, type)
  })
