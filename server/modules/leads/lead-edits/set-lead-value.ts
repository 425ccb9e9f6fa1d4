import { isEditableField } from '#contract/leads/lead-edits.ts'
import { LEAD_STATUSES } from '#contract/leads/lead-statuses.ts'
import {
  closeChange,
  fieldsIn,
  type LeadScope,
  openChange,
  refuseSuppressed,
  type Selection,
  writeValues,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ChangeDone, changeSelection, type ListRef } from './change-selection.ts'
import { readValue } from './read-value.ts'
import { setStatus } from './set-status.ts'
import { byHand } from './value-edits.ts'

interface NewValue {
  field: string
  value: string | number | null
}

/** The field with its value, normalized. @throws AppError validation_failed. */
function readNewValue(scope: LeadScope, { field: name, value: raw }: NewValue) {
  const field = fieldsIn(scope).find((known) => known.name === name)
  if (!field || !isEditableField(name)) throw invalidField('field', 'This field can’t be edited')
  // Leads of several countries would read a number without its code differently.
  const read = readValue(field, raw, { country: null })
  if ('problem' in read) throw invalidField('value', read.problem)
  return { field, value: read.value }
}

/** Sets a field of selected leads to the same value. @throws AppError not_found, validation_failed. */
export const setLeadValue = (
  ctx: Context,
  actor: Actor,
  where: ListRef,
  selection: Selection,
  change: NewValue,
): Promise<ChangeDone> =>
  changeSelection(ctx, actor, where, selection, async (ids, scope) => {
    const { field, value } = readNewValue(scope, change)
    const { accountId, userId } = actor
    await refuseSuppressed(ctx, accountId, { [field.name]: value })
    const place = { accountId, listId: where.listId, userId }
    const historyId = await openChange(ctx.db, place, 'leads.edited', { field: field.label })
    const status = field.name === 'lead_status' && LEAD_STATUSES.find((known) => known === value)
    const detail = { fields: [field.name] }
    if (status) {
      const count = await setStatus(ctx.db, place, { ids, status, historyId })
      return { count, token: await closeChange(ctx.db, accountId, historyId, count), detail }
    }
    const edits = ids.map((leadId) => ({ leadId, values: { [field.name]: { value, origin: byHand() } } }))
    const { leadIds, emails } = await writeValues(ctx.db, place, edits, historyId)
    await addToListCounts(ctx, accountId, where.listId, { leads: 0, emails })
    const token = await closeChange(ctx.db, accountId, historyId, leadIds.length)
    return { count: leadIds.length, token, detail }
  })
