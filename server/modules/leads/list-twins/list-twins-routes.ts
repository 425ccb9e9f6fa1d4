import { listTwins, mergeListTwins } from '#contract/list-twins.ts'
import { canonicalListType, type ListTypeWord } from '#contract/list-types/index.ts'
import { route } from '#server/platform/http/route.ts'
import { changeReply } from '../edits/edits-routes.ts'
import type { ListTwins } from './list-twins-service.ts'

const inList = (params: { type: ListTypeWord; id: number }) => ({
  listId: params.id,
  type: canonicalListType(params.type),
})

export const listTwinRoutes = (twins: ListTwins) => [
  route(listTwins, ({ actor, params, query }) => twins.page(actor, inList(params), query)),
  route(mergeListTwins, async ({ actor, params, body }) => {
    const { groups, ...done } = await twins.merge(actor, inList(params), body)
    const leads = done.count === 1 ? '1 lead' : `${done.count} leads`
    return changeReply(done, `${leads} merged in ${groups === 1 ? '1 group' : `${groups} groups`}`)
  }),
]
