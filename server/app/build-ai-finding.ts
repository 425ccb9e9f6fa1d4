import { askRoutes } from '#server/modules/ai/ask/index.ts'
import type { BusinessDetailsService } from '#server/modules/ai/business-details/index.ts'
import { createAudience, createIcpService, icpRoutes } from '#server/modules/ai/icp/index.ts'
import type { ModelsService } from '#server/modules/ai/models/index.ts'
import type { SearchesService } from '#server/modules/prospecting/searches/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

interface AiFindingParts {
  models: ModelsService
  searches: SearchesService
  profiles: BusinessDetailsService
  searchTraining(accountId: number, query: string, limit: number): Promise<{ text: string }[]>
}

const QUARTER = 15 * 60

/** What helps to choose whom to search for: ICP suggestions and sentences that fill a search form. */
export function buildAiFinding({ db, pool }: Platform, parts: AiFindingParts): { routes: Route[] } {
  const { models, searches, profiles, searchTraining } = parts
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: QUARTER })
  const icp = createIcpService({
    db,
    models,
    async countSearch(actor, question, signal) {
      return (await searches.count(actor, await searches.sourced(actor, question), signal)).matched
    },
    audienceOf: createAudience({ businessOf: profiles.show, searchTraining }),
  })
  return {
    routes: [...icpRoutes(icp, limit('icp-reason', 60)), ...askRoutes({ models, limit: limit('ask', 60) })],
  }
}
