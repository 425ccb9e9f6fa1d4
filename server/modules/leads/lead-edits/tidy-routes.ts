import { cleanUp, previewCleanUp } from '#contract/leads/clean-up.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { CleanUp } from './clean-up.ts'
import { changeReply } from './edits-routes.ts'
import type { ManualEntry } from './manual-entry.ts'

const inList = (params: { type: ListTypeName; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

/** Manual leads, and normalizing the values of many. */
export const leadTidyRoutes = (leads: LeadsService, entry: ManualEntry, cleaning: CleanUp) => [
  route(addLead, async ({ actor, params, body }) => {
    const { id, isNew, token } = await entry.add(actor, inList(params), body.values)
    return {
      data: await leads.show(actor, params.id, canonicalListType(params.type), id),
      is_new: isNew,
      ...(token !== null && { undo_token: token }),
      message: isNew ? 'Lead added' : 'This lead is already in the list',
    }
  }),
  route(previewCleanUp, ({ actor, params, body }) =>
    data(cleaning.preview(actor, inList(params), body.selection)),
  ),
  route(cleanUp, async ({ actor, params, body }) => {
    const done = await cleaning.apply(actor, inList(params), body.selection, body.kinds)
    return changeReply(done, done.count === 1 ? '1 lead cleaned up' : `${done.count} leads cleaned up`)
  }),
]
