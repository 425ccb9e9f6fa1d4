import type { LeadNote } from '#contract/leads/lead-edits.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findLead } from '#server/modules/leads/leads/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { canEditNote } from './note-policy.ts'
import * as notes from './notes.ts'
import { findNote, insertNote, lockNote, presentNote, updateNote } from './notes.ts'

interface LeadRef {
  listId: number
  type: ListTypeId
  id: number
}

// Notes on leads: everyone in the account can read them, and change their own.

async function checkLead(ctx: Context, actor: Actor, { listId, type, id }: LeadRef): Promise<void> {
  await findOwnList(ctx, actor, listId, type)
  const lead = await findLead(ctx.db, actor.accountId, listId, id)
  if (!lead || lead.deleted_at) throw notFound('The lead')
}

const showNote = async (ctx: Context, actor: Actor, id: number): Promise<LeadNote> =>
  presentNote(await findNote(ctx.db, actor.accountId, id), actor)

const changeNote = (
  ctx: Context,
  actor: Actor,
  id: number,
  from: 'living' | 'deleted',
  to: { body: string } | { deleted: boolean },
): Promise<LeadNote> =>
  transaction(ctx.db, async () => {
    const note = await lockNote(ctx.db, actor.accountId, id)
    const isEditable = note && canEditNote(actor, note) && (note.deleted_at === null) === (from === 'living')
    if (!isEditable) throw notFound('The note')
    await updateNote(ctx.db, note, to)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `lead:${note.lead_id}`, detail: { note: id } })
    return showNote(ctx, actor, id)
  })

export async function listNotes(
  ctx: Context,
  actor: Actor,
  lead: LeadRef,
  page: { page: number; limit: number },
) {
  await checkLead(ctx, actor, lead)
  const { rows, total } = await notes.listNotes(ctx.db, actor.accountId, lead.id, page)
  return pageReply(
    rows.map((row) => presentNote(row, actor)),
    page,
    total,
  )
}

export const addNote = (ctx: Context, actor: Actor, lead: LeadRef, body: string): Promise<LeadNote> =>
  transaction(ctx.db, async () => {
    await checkLead(ctx, actor, lead)
    const id = await insertNote(ctx.db, {
      account_id: actor.accountId,
      lead_id: lead.id,
      user_id: actor.userId,
      body,
    })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `lead:${lead.id}`, detail: { note: id } })
    return showNote(ctx, actor, id)
  })

export const rewriteNote = (ctx: Context, actor: Actor, id: number, body: string) =>
  changeNote(ctx, actor, id, 'living', { body })

export const removeNote = (ctx: Context, actor: Actor, id: number) =>
  changeNote(ctx, actor, id, 'living', { deleted: true })

export const restoreNote = (ctx: Context, actor: Actor, id: number) =>
  changeNote(ctx, actor, id, 'deleted', { deleted: false })
