import type { RunExecutor } from '#server/modules/activity/runs/index.ts'
import { sentenceRoutes } from '#server/modules/ai/ask/index.ts'
import { createAudience, createIcpService, icpRoutes } from '#server/modules/ai/icp/index.ts'
import { createLeadScores, leadScoreExecutor, leadScoreRoutes } from '#server/modules/ai/lead-scores/index.ts'
import type { ModelsService } from '#server/modules/ai/models/index.ts'
import type { SearchesService } from '#server/modules/prospecting/searches/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface AiFindingParts extends Base {
  models: ModelsService
  searches: SearchesService
  searchTraining(accountId: number, query: string, limit: number): Promise<{ text: string }[]>
}

const QUARTER = 15 * 60

/** Help with choosing leads: ICP suggestions, scores, and sentences that fill a search form. */
export function buildAiFinding({ db, pool }: Platform, parts: AiFindingParts) {
  const { models, searches, profiles, searchTraining } = parts
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: QUARTER })
  const icp = createIcpService({
    db,
    models,
    async countSearch(actor, question, signal) {
      return (await searches.count(actor, question, signal)).matched
    },
    audienceOf: createAudience({ businessOf: profiles.show, searchTraining }),
  })
  const leadScores = createLeadScores({ db, ...parts })
  const executors: RunExecutor[] = [leadScoreExecutor(db)]
  const routes: Route[] = [
    ...icpRoutes(icp, limit('icp-reason', 60)),
    ...sentenceRoutes({ models, limit: limit('ask', 60) }),
    ...leadScoreRoutes(leadScores),
  ]
  return { modules: { leadScores }, executors, routes }
}
