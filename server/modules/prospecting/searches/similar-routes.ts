import type { ParsedInput } from '#contract/core/endpoint.ts'
import { canonicalListType, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { findSimilar } from '#contract/prospecting/find-similar.ts'
import type { Context } from '#server/platform/context.ts'
import { type Route, routeWithLookup } from '#server/platform/http/route.ts'
import { requestSimilar, type SimilarRequest, startSimilar } from './find-similar.ts'

const SIMILAR_MESSAGES: Partial<Record<ListTypeId, string>> = {
  people: 'Finding similar people',
  local: 'Finding similar businesses',
  influencer: 'Finding similar influencers',
}

export const similarRoutes = (ctx: Context): Route[] => {
  const readRequest = ({ params, body }: ParsedInput<typeof findSimilar>): SimilarRequest => ({
    type: canonicalListType(params.type) as SimilarRequest['type'],
    listId: params.id,
    ids: body.ids,
    limit: body.limit,
    name: body.name,
    intoListId: body.into_list_id,
    maxCost: body.max_cost,
  })
  return [
    routeWithLookup(
      findSimilar,
      ({ actor, signal, ...input }) => requestSimilar(ctx, actor, readRequest(input), signal),
      async ({ actor, ...input }, lookedUp) => ({
        data: await startSimilar(ctx, actor, readRequest(input), lookedUp),
        message: SIMILAR_MESSAGES[canonicalListType(input.params.type)] as string,
      }),
    ),
  ]
}
