import { listDuplicates, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { changeReply } from '#server/modules/leads/lead-edits/index.ts'
import { route } from '#server/platform/http/route.ts'
import type { DuplicatesService } from './duplicates-service.ts'

const inList = (params: { type: ListTypeName; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

export const duplicateRoutes = (duplicates: DuplicatesService) => [
  route(listDuplicates, ({ actor, params, query }) => duplicates.page(actor, inList(params), query)),
  route(mergeListDuplicates, async ({ actor, params, body }) => {
    const { groups, ...done } = await duplicates.merge(actor, inList(params), body)
    const leads = done.count === 1 ? '1 lead' : `${done.count} leads`
    return changeReply(done, `${leads} merged in ${groups === 1 ? '1 group' : `${groups} groups`}`)
  }),
]
