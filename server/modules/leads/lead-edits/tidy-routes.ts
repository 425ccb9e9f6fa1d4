import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/leads/clean-up.ts'
import { cleanUp } from '#contract/leads/clean-up.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import { showLead } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { applyCleanUp, previewCleanUp } from './clean-up.ts'
import { changeReply } from './edits-routes.ts'
import { addLeadByHand } from './manual-entry.ts'

const inList = (params: { type: ListTypeName; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

/** Manual leads, and normalizing the values of many. */
export const leadTidyRoutes = (ctx: Context) => [
  route(addLead, async ({ actor, params, body }) => {
    const { id, isNew, token } = await addLeadByHand(ctx, actor, inList(params), body.values)
    return {
      data: await showLead(ctx, actor, params.id, canonicalListType(params.type), id),
      is_new: isNew,
      ...(token !== null && { undo_token: token }),
      message: isNew ? 'Lead added' : 'This lead is already in the list',
    }
  }),
  route(api.previewCleanUp, ({ actor, params, body }) =>
    data(previewCleanUp(ctx, actor, inList(params), body.selection)),
  ),
  route(cleanUp, async ({ actor, params, body }) => {
    const done = await applyCleanUp(ctx, actor, inList(params), body.selection, body.kinds)
    return changeReply(done, `${counted(done.count, 'lead')} cleaned up`)
  }),
]
