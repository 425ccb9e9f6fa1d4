import { isEditableField } from '#contract/leads/lead-edits.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  changeValues,
  fieldsIn,
  findLead,
  findLeadScope,
  type LeadEdit,
  type Origin,
  refuseSuppressed,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { ListRef } from './change-selection.ts'
import { readValue } from './read-value.ts'

export const byHand = (): Origin => ({ source: 'manual', method: 'typed', confidence: 1 })

/** Overwrites values of one lead. @throws AppError not_found, validation_failed by field. */
export const editLeadValues = (
  ctx: Context,
  actor: Actor,
  { listId, type, id }: ListRef & { id: number },
  values: Record<string, string | number | null>,
): Promise<number | null> =>
  transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const lead = await findLead(ctx.db, actor.accountId, listId, id)
    if (!lead || lead.deleted_at) throw notFound('The lead')
    const fields = new Map(fieldsIn(scope).map((field) => [field.name, field]))
    const context = { country: String(values.country ?? lead.country ?? '') || null }
    const edit: LeadEdit = { leadId: id, values: {} }
    for (const [name, raw] of Object.entries(values)) {
      const field = fields.get(name)
      if (!field || !isEditableField(name)) throw invalidField(`values.${name}`, 'This field can’t be edited')
      const read = readValue(field, raw, context)
      if ('problem' in read) throw invalidField(`values.${name}`, read.problem)
      edit.values[name] = { value: read.value, origin: byHand() }
    }
    await refuseSuppressed(
      ctx,
      actor.accountId,
      Object.fromEntries(Object.entries(edit.values).map(([name, { value }]) => [name, value])),
    )
    const place = { accountId: actor.accountId, listId, userId: actor.userId }
    const { token, emails } = await changeValues(ctx.db, place, [edit], { event: 'leads.edited' })
    await addToListCounts(ctx, actor.accountId, listId, { leads: 0, emails })
    if (token === null) markUnchanged()
    else
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        subject: `lead:${id}`,
        detail: { fields: Object.keys(edit.values), undo_token: token },
      })
    return token
  })
