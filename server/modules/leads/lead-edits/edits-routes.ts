import * as api from '#contract/leads/lead-edits.ts'
import { LEAD_STATUS_LABELS } from '#contract/leads/lead-statuses.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { duplicateList } from '#contract/leads/lists.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { ChangeDone } from './change-selection.ts'
import type { LeadEdits } from './edits-service.ts'
import type { NotesService } from './notes-service.ts'

const leads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

export const changeReply = ({ count, skipped, token }: ChangeDone, message: string) => ({
  success: true as const,
  count,
  skipped,
  ...(token !== null && { undo_token: token }),
  message,
})

const inList = (params: { type: ListTypeName; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

/** The result of an undo as a sentence. */
const undoMessage = ({ count, left }: { count: number; left: number }) =>
  left === 0
    ? `Undone for ${leads(count)}`
    : `Undone for ${leads(count)}; ${leads(left)} changed since then ${left === 1 ? 'was' : 'were'} skipped`

/** Routes of manual edits; `lists` presents the list created by a copy. */
export const leadEditRoutes = (
  service: LeadsService,
  edits: LeadEdits,
  notes: NotesService,
  lists: Pick<ListsService, 'show'>,
) => [
  route(duplicateList, async ({ actor, params }) => {
    const { id } = await edits.duplicate(actor, params.id)
    const list = await lists.show(actor, id)
    return { data: list, message: `Copied to ${list.name}` }
  }),
  route(api.editLead, async ({ actor, params, body }) => {
    const token = await edits.edit(actor, { ...inList(params), id: params.resultId }, body.values)
    return {
      data: await service.show(actor, params.id, canonicalListType(params.type), params.resultId),
      ...(token !== null && { undo_token: token, message: 'Lead changed' }),
    }
  }),
  route(api.setLeadStatus, async ({ actor, params, body }) => {
    const done = await edits.setStatus(actor, inList(params), body.selection, body.status)
    return changeReply(done, `${leads(done.count)}: ${LEAD_STATUS_LABELS[body.status].toLowerCase()}`)
  }),
  route(api.moveLeads, async ({ actor, params, body }) => {
    const { list, ...done } = await edits.move(actor, inList(params), body.selection, body)
    const sentence = `${leads(done.count)} ${body.copy ? 'copied' : 'moved'} to ${list.name}`
    return {
      ...changeReply(done, done.skipped > 0 ? `${sentence}; ${done.skipped} already in the list` : sentence),
      list,
    }
  }),
  route(api.undoChange, async ({ actor, params, body }) => {
    const done = await edits.undo(actor, inList(params), body.undo_token)
    return { success: true as const, ...done, message: undoMessage(done) }
  }),
  route(api.leadNotes, ({ actor, params, query }) =>
    notes.page(actor, { ...inList(params), id: params.resultId }, query),
  ),
  route(api.addLeadNote, ({ actor, params, body }) =>
    data(notes.add(actor, { ...inList(params), id: params.resultId }, body.body)),
  ),
  route(api.changeLeadNote, ({ actor, params, body }) => data(notes.rewrite(actor, params.id, body.body))),
  route(api.deleteLeadNote, async ({ actor, params }) => {
    await notes.remove(actor, params.id)
    return { success: true as const, message: 'Note deleted' }
  }),
  route(api.restoreLeadNote, ({ actor, params }) => data(notes.restore(actor, params.id))),
]
