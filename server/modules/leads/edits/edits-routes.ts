import {
  addLeadNote,
  changeLeadNote,
  deleteLeadNote,
  editLead,
  leadNotes,
  moveLeads,
  restoreLeadNote,
  setLeadStatus,
  undoChange,
} from '#contract/lead-edits.ts'
import { LEAD_STATUS_LABELS } from '#contract/lead-statuses.ts'
import { canonicalListType, type ListTypeWord } from '#contract/list-types/index.ts'
import { route } from '#server/platform/http/route.ts'
import type { LeadsService } from '../leads-service.ts'
import type { ChangeDone, LeadEdits } from './edits-service.ts'
import type { NotesService } from './notes-service.ts'

const leads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

/** The reply of a change of many leads. */
export const changeReply = ({ count, skipped, token }: ChangeDone, message: string) => ({
  success: true as const,
  count,
  skipped,
  ...(token !== null && { undo_token: token }),
  message,
})

const inList = (params: { type: ListTypeWord; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

/** What an undo did, in a sentence. */
const undoneWords = ({ count, left }: { count: number; left: number }) =>
  left === 0
    ? `Undone for ${leads(count)}`
    : `Undone for ${leads(count)}; ${leads(left)} changed since then ${left === 1 ? 'was' : 'were'} left alone`

export const leadEditRoutes = (service: LeadsService, edits: LeadEdits, notes: NotesService) => [
  route(editLead, async ({ actor, params, body }) => {
    const token = await edits.edit(actor, { ...inList(params), id: params.resultId }, body.values)
    return {
      data: await service.show(actor, params.id, canonicalListType(params.type), params.resultId),
      ...(token !== null && { undo_token: token, message: 'Lead changed' }),
    }
  }),
  route(setLeadStatus, async ({ actor, params, body }) => {
    const done = await edits.setStatus(actor, inList(params), body.selection, body.status)
    return changeReply(done, `${leads(done.count)}: ${LEAD_STATUS_LABELS[body.status].toLowerCase()}`)
  }),
  route(moveLeads, async ({ actor, params, body }) => {
    const { list, ...done } = await edits.move(actor, inList(params), body.selection, body)
    const words = `${leads(done.count)} ${body.copy ? 'copied' : 'moved'} to ${list.name}`
    return {
      ...changeReply(done, done.skipped > 0 ? `${words}; ${done.skipped} already there` : words),
      list,
    }
  }),
  route(undoChange, async ({ actor, params, body }) => {
    const done = await edits.undo(actor, inList(params), body.undo_token)
    return { success: true as const, ...done, message: undoneWords(done) }
  }),
  route(leadNotes, ({ actor, params, query }) =>
    notes.page(actor, { ...inList(params), id: params.resultId }, query),
  ),
  route(addLeadNote, async ({ actor, params, body }) => ({
    data: await notes.add(actor, { ...inList(params), id: params.resultId }, body.body),
  })),
  route(changeLeadNote, async ({ actor, params, body }) => ({
    data: await notes.rewrite(actor, params.id, body.body),
  })),
  route(deleteLeadNote, async ({ actor, params }) => {
    await notes.remove(actor, params.id)
    return { success: true as const, message: 'Note deleted' }
  }),
  route(restoreLeadNote, async ({ actor, params }) => ({ data: await notes.restore(actor, params.id) })),
]
