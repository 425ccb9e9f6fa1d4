import { corpusTwins, decideTwin, twinCounts } from '#contract/sources/corpus-twins.ts'
import { route } from '#server/platform/http/route.ts'
import type { TwinsService } from './twins-service.ts'

export const twinRoutes = (twins: TwinsService) => [
  route(corpusTwins, ({ query }) =>
    twins.list({
      state: query.state,
      sourceId: query.source,
      search: query.search || undefined,
      after: query.after,
      limit: query.limit,
    }),
  ),
  route(twinCounts, async () => ({ data: await twins.counts() })),
  route(decideTwin, async ({ actor, params, body }) => {
    const pair = { placeId: params.place_id, otherId: params.other_id }
    return { data: await twins.decide(actor, pair, body.decision) }
  }),
]
