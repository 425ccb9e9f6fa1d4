import { isEditableField } from '#contract/lead-edits.ts'
import type { LeadStatus } from '#contract/lead-statuses.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { type ListsService, recordHistory } from '#server/modules/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { fieldsIn } from '../leads-reads.ts'
import type { LeadsService, Selection } from '../leads-service.ts'
import { findLead, type Origin } from '../leads-store.ts'
import { changeValues, type LeadEdit } from './change-values.ts'
import { copyLeads, takeLeads } from './move-leads.ts'
import { readValue } from './read-value.ts'
import { setStatus } from './set-status.ts'
import { beforeTextIndex } from './text-index.ts'
import { undoChange } from './undo-change.ts'
import { closeChange, openChange } from './write-change.ts'

/** What a change of many leads did. */
export interface ChangeDone {
  count: number
  /** Leads that were meant and are as they were. */
  skipped: number
  token: number | null
}

/** Where a value that a person typed comes from. */
export const byHand = (): Origin => ({ source: 'manual', method: 'typed', confidence: 1 })

/** Changes of leads by hand: values, status, lists. Each is one entry of the history and can be undone. */
export function createLeadEdits({
  db,
  queue,
  leads,
  lists,
}: {
  db: Db
  queue: Pick<Queue, 'send'>
  leads: LeadsService
  lists: ListsService
}) {
  type Where = { listId: number; type: ListTypeId }

  /** Runs one change of selected leads in a transaction, and tells the audit log unless nothing was changed. */
  const change = (
    actor: Actor,
    { listId, type }: Where,
    selection: Selection,
    work: (ids: number[]) => Promise<Omit<ChangeDone, 'skipped'> & { detail: Record<string, unknown> }>,
  ): Promise<ChangeDone> =>
    transaction(db, async () => {
      const scope = await leads.scopeOf(actor, listId, type)
      const ids = await leads.idsOf(scope, selection)
      const { count, token, detail } = await work(ids)
      if (token === null) changedNothing()
      else
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `list:${listId}`,
          detail: { count, undo_token: token, ...detail },
        })
      return { count, skipped: ids.length - count, token }
    })

  async function targetList(
    actor: Actor,
    { listId, type }: Where,
    to: { list_id: number } | { new_list: string },
  ) {
    if ('new_list' in to) return lists.create(actor, { name: to.new_list, type, search: null })
    if (to.list_id === listId)
      throw invalidField('to.list_id', 'The leads are in this list already. Choose another one')
    const list = await lists.find(actor, to.list_id)
    if (list.deleted_at) throw new AppError('conflict', 'That list is in the trash. Restore it first')
    if (list.type !== type)
      throw invalidField('to.list_id', 'Leads go only to a list of the same type. Choose another one')
    return list
  }

  return {
    /** Overwrites values of one lead. @throws AppError not_found, validation_failed by field. */
    edit: (
      actor: Actor,
      { listId, type, id }: Where & { id: number },
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
            throw invalidField(`values.${name}`, 'This field cannot be changed by hand')
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
        if (token === null) changedNothing()
        else
          recordAudit(db, {
            accountId: actor.accountId,
            subject: `lead:${id}`,
            detail: { fields: Object.keys(edit.values), undo_token: token },
          })
        return token
      }),

    setStatus: (actor: Actor, where: Where, selection: Selection, status: LeadStatus): Promise<ChangeDone> =>
      change(actor, where, selection, async (ids) => {
        const place = { accountId: actor.accountId, listId: where.listId, userId: actor.userId }
        const historyId = await openChange(db, place, 'leads.status_changed', { status })
        const count = await setStatus(db, place, ids, status, historyId)
        const token = await closeChange(db, actor.accountId, historyId, count)
        return { count, token, detail: { status } }
      }),

    /** Moves or copies leads to another list of the type. @throws AppError not_found, conflict, validation_failed. */
    async move(
      actor: Actor,
      where: Where,
      selection: Selection,
      order: { to: { list_id: number } | { new_list: string }; copy: boolean },
    ): Promise<ChangeDone & { list: { id: number; name: string } }> {
      return transaction(db, async () => {
        const from = await lists.find(actor, where.listId, where.type)
        const to = await targetList(actor, where, order.to)
        const moving = async (ids: number[]) => {
          const place = { accountId: actor.accountId, listId: from.id, userId: actor.userId }
          const event = order.copy ? 'leads.copied' : 'leads.moved'
          const detail = { from: { id: from.id, name: from.name }, to: { id: to.id, name: to.name } }
          const historyId = await openChange(db, place, event, detail)
          const work = order.copy ? copyLeads : takeLeads
          const arrived = await work(db, place, ids, to.id, historyId)
          const gone = order.copy
            ? { leads: 0, emails: 0 }
            : { leads: -arrived.leads, emails: -arrived.emails }
          const changes = [
            { id: from.id, ...gone },
            { id: to.id, ...arrived },
          ].sort((one, other) => one.id - other.id)
          for (const { id, ...numbers } of changes) await lists.addToCounts(actor.accountId, id, numbers)
          const token = await closeChange(db, actor.accountId, historyId, arrived.leads)
          if (token !== null)
            await recordHistory(db, [
              { ...place, listId: to.id, event, detail: { ...detail, count: arrived.leads } },
            ])
          return { count: arrived.leads, token, detail: { from: from.id, to: to.id, copy: order.copy } }
        }
        const done = await beforeTextIndex({ db, queue }, () => change(actor, where, selection, moving))
        return { ...done, list: { id: to.id, name: to.name } }
      })
    },

    /** Undoes one change of leads. @throws AppError not_found, conflict when it was undone already. */
    undo: (actor: Actor, { listId, type }: Where, token: number): Promise<{ count: number; left: number }> =>
      transaction(db, async () => {
        await lists.find(actor, listId, type)
        const place = { accountId: actor.accountId, listId, userId: actor.userId }
        const done = await beforeTextIndex({ db, queue }, () => undoChange(db, lists, place, token))
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `list:${listId}`,
          detail: { undone: token, ...done },
        })
        return done
      }),
  }
}

export type LeadEdits = ReturnType<typeof createLeadEdits>
