import { corpusDuplicates, decideDuplicate, duplicateCounts } from '#contract/sources/corpus-duplicates.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { PlaceDuplicatesService } from './duplicates-service.ts'

export const placeDuplicateRoutes = (duplicates: PlaceDuplicatesService) => [
  route(corpusDuplicates, ({ query }) =>
    duplicates.list({
      state: query.state,
      sourceId: query.source,
      search: query.search || undefined,
      after: query.after,
      limit: query.limit,
    }),
  ),
  route(duplicateCounts, () => data(duplicates.counts())),
  route(decideDuplicate, async ({ actor, params, body }) => {
    const pair = { placeId: params.place_id, otherId: params.other_id }
    return { data: await duplicates.decide(actor, pair, body.decision) }
  }),
]
