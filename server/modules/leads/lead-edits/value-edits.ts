import { isEditableField } from '#contract/leads/lead-edits.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  changeValues,
  fieldsIn,
  findLead,
  type LeadEdit,
  type LeadsService,
  type Origin,
} from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { ListRef } from './change-selection.ts'
import { readValue } from './read-value.ts'

export const byHand = (): Origin => ({ source: 'manual', method: 'typed', confidence: 1 })

export const createValueEdits = ({
  db,
  leads,
  lists,
}: {
  db: Db
  leads: LeadsService
  lists: ListsService
}) => ({
  /** Overwrites values of one lead. @throws AppError not_found, validation_failed by field. */
  edit: (
    actor: Actor,
    { listId, type, id }: ListRef & { id: number },
    values: Record<string, string | number | null>,
  ): Promise<number | null> =>
    transaction(db, async () => {
      const scope = await leads.scopeOf(actor, listId, type)
      const lead = await findLead(db, actor.accountId, listId, id)
      if (!lead || lead.deleted_at) throw notFound('The lead')
      const fields = new Map(fieldsIn(scope).map((field) => [field.name, field]))
      const context = { country: String(values.country ?? lead.country ?? '') || null }
      const edit: LeadEdit = { leadId: id, values: {} }
      for (const [name, raw] of Object.entries(values)) {
        const field = fields.get(name)
        if (!field || !isEditableField(name))
          throw invalidField(`values.${name}`, 'This field can’t be edited')
        const read = readValue(field, raw, context)
        if ('problem' in read) throw invalidField(`values.${name}`, read.problem)
        edit.values[name] = { value: read.value, origin: byHand() }
      }
      await leads.refuseSuppressed(
        actor.accountId,
        Object.fromEntries(Object.entries(edit.values).map(([name, { value }]) => [name, value])),
      )
      const place = { accountId: actor.accountId, listId, userId: actor.userId }
      const { token, emails } = await changeValues(db, place, [edit], { event: 'leads.edited' })
      await lists.addToCounts(actor.accountId, listId, { leads: 0, emails })
      if (token === null) markUnchanged()
      else
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `lead:${id}`,
          detail: { fields: Object.keys(edit.values), undo_token: token },
        })
      return token
    }),
})
