import type { LeadNote } from '#contract/leads/lead-edits.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findLead } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { canEditNote } from './note-policy.ts'
import { findNote, insertNote, lockNote, pageOfNotes, presentNote, updateNote } from './notes.ts'

interface LeadRef {
  listId: number
  type: ListTypeId
  id: number
}

/** Notes on leads: everyone in the account can read them, and change their own. */
export function createNotesService({ db, lists }: { db: Db; lists: ListsService }) {
  async function checkLead(actor: Actor, { listId, type, id }: LeadRef): Promise<void> {
    await lists.find(actor, listId, type)
    const lead = await findLead(db, actor.accountId, listId, id)
    if (!lead || lead.deleted_at) throw notFound('The lead')
  }

  const show = async (actor: Actor, id: number): Promise<LeadNote> =>
    presentNote(await findNote(db, actor.accountId, id), actor)

  const change = (
    actor: Actor,
    id: number,
    from: 'living' | 'deleted',
    to: { body: string } | { deleted: boolean },
  ): Promise<LeadNote> =>
    transaction(db, async () => {
      const note = await lockNote(db, actor.accountId, id)
      const isEditable =
        note && canEditNote(actor, note) && (note.deleted_at === null) === (from === 'living')
      if (!isEditable) throw notFound('The note')
      await updateNote(db, note, to)
      recordAudit(db, { accountId: actor.accountId, subject: `lead:${note.lead_id}`, detail: { note: id } })
      return show(actor, id)
    })

  return {
    async page(actor: Actor, lead: LeadRef, page: { page: number; limit: number }) {
      await checkLead(actor, lead)
      const { rows, total } = await pageOfNotes(db, actor.accountId, lead.id, page)
      return {
        data: rows.map((row) => presentNote(row, actor)),
        currentPage: page.page,
        pageSize: page.limit,
        total,
      }
    },

    add: (actor: Actor, lead: LeadRef, body: string): Promise<LeadNote> =>
      transaction(db, async () => {
        await checkLead(actor, lead)
        const id = await insertNote(db, {
          account_id: actor.accountId,
          lead_id: lead.id,
          user_id: actor.userId,
          body,
        })
        recordAudit(db, { accountId: actor.accountId, subject: `lead:${lead.id}`, detail: { note: id } })
        return show(actor, id)
      }),

    rewrite: (actor: Actor, id: number, body: string) => change(actor, id, 'living', { body }),
    remove: (actor: Actor, id: number) => change(actor, id, 'living', { deleted: true }),
    restore: (actor: Actor, id: number) => change(actor, id, 'deleted', { deleted: false }),
  }
}

export type NotesService = ReturnType<typeof createNotesService>
