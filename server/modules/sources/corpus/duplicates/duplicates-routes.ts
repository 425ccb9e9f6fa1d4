import { corpusDuplicates, decideDuplicate, duplicateCounts } from '#contract/sources/corpus-duplicates.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { countPlaceDuplicates, decidePlaceDuplicate, listPlaceDuplicates } from './place-duplicates.ts'

export const placeDuplicateRoutes = (ctx: Context) => [
  route(corpusDuplicates, ({ query }) =>
    listPlaceDuplicates(ctx, {
      state: query.state,
      sourceId: query.source,
      search: query.search || undefined,
      after: query.after,
      limit: query.limit,
    }),
  ),
  route(duplicateCounts, () => data(countPlaceDuplicates(ctx))),
  route(decideDuplicate, async ({ actor, params, body }) => {
    const pair = { placeId: params.place_id, otherId: params.other_id }
    return { data: await decidePlaceDuplicate(ctx, actor, pair, body.decision) }
  }),
]
