import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/leads/lead-edits.ts'
import { LEAD_STATUS_LABELS } from '#contract/leads/lead-statuses.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import * as listsApi from '#contract/leads/lists.ts'
import { showLead } from '#server/modules/leads/leads/index.ts'
import { showList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { ChangeDone } from './change-selection.ts'
import { duplicateList } from './duplicate-list.ts'
import { moveLeads } from './lead-moves.ts'
import { addNote, listNotes, removeNote, restoreNote, rewriteNote } from './note-edits.ts'
import { setLeadStatus } from './set-lead-status.ts'
import { setLeadValue } from './set-lead-value.ts'
import { undoLeadChange } from './undo-lead-change.ts'
import { editLeadValues } from './value-edits.ts'

const leads = (count: number) => counted(count, 'lead')

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
    : `Undone for ${leads(count)}; skipped ${leads(left)} changed since then`

/** Manual edits of leads, and copying a list. */
export const leadEditRoutes = (ctx: Context) => [
  route(listsApi.duplicateList, async ({ actor, params }) => {
    const { id } = await duplicateList(ctx, actor, params.id)
    const list = await showList(ctx, actor, id)
    return { data: list, message: `Copied to ${list.name}` }
  }),
  route(api.editLead, async ({ actor, params, body }) => {
    const token = await editLeadValues(ctx, actor, { ...inList(params), id: params.resultId }, body.values)
    return {
      data: await showLead(ctx, actor, params.id, canonicalListType(params.type), params.resultId),
      ...(token !== null && { undo_token: token, message: 'Lead changed' }),
    }
  }),
  route(api.setLeadStatus, async ({ actor, params, body }) => {
    const done = await setLeadStatus(ctx, actor, inList(params), body.selection, body.status)
    return changeReply(done, `${leads(done.count)} marked as ${LEAD_STATUS_LABELS[body.status]}`)
  }),
  route(api.setLeadValue, async ({ actor, params, body }) => {
    const done = await setLeadValue(ctx, actor, inList(params), body.selection, body)
    return changeReply(done, `${leads(done.count)} changed`)
  }),
  route(api.moveLeads, async ({ actor, params, body }) => {
    const { list, ...done } = await moveLeads(ctx, actor, inList(params), body.selection, body)
    const sentence = `${leads(done.count)} ${body.copy ? 'copied' : 'moved'} to ${list.name}`
    return {
      ...changeReply(
        done,
        done.skipped > 0 ? `${sentence}; ${done.skipped.toLocaleString('en')} already in the list` : sentence,
      ),
      list,
    }
  }),
  route(api.undoChange, async ({ actor, params, body }) => {
    const done = await undoLeadChange(ctx, actor, inList(params), body.undo_token)
    return { success: true as const, ...done, message: undoMessage(done) }
  }),
  route(api.leadNotes, ({ actor, params, query }) =>
    listNotes(ctx, actor, { ...inList(params), id: params.resultId }, query),
  ),
  route(api.addLeadNote, ({ actor, params, body }) =>
    data(addNote(ctx, actor, { ...inList(params), id: params.resultId }, body.body)),
  ),
  route(api.changeLeadNote, ({ actor, params, body }) => data(rewriteNote(ctx, actor, params.id, body.body))),
  route(api.deleteLeadNote, async ({ actor, params }) => {
    await removeNote(ctx, actor, params.id)
    return { success: true as const, message: 'Note deleted' }
  }),
  route(api.restoreLeadNote, ({ actor, params }) => data(restoreNote(ctx, actor, params.id))),
]
