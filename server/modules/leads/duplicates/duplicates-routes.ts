import { counted } from '#contract/core/plural.ts'
import { listDuplicates, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { changeReply } from '#server/modules/leads/lead-edits/index.ts'
import type { Context } from '#server/platform/context.ts'
import { route } from '#server/platform/http/route.ts'
import { mergeDuplicates, showDuplicates } from './duplicates.ts'

const inList = (params: { type: ListTypeName; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

export const duplicateRoutes = (ctx: Context) => [
  route(listDuplicates, ({ actor, params, query }) => showDuplicates(ctx, actor, inList(params), query)),
  route(mergeListDuplicates, async ({ actor, params, body }) => {
    const { groups, ...done } = await mergeDuplicates(ctx, actor, inList(params), body)
    const leads = counted(done.count, 'lead')
    return changeReply(done, `${leads} merged in ${counted(groups, 'group')}`)
  }),
]
