import type { AccountsService } from '#server/modules/accounts/index.ts'
import { aiLimitRoutes, createAiLimitsService } from '#server/modules/ai-limits/index.ts'
import { createPromptsService, promptRoutes } from '#server/modules/ai-prompts/index.ts'
import {
  aiTextExecutor,
  aiTextRoutes,
  createAiTextService,
  createReviewService,
  type SearchTraining,
} from '#server/modules/ai-text/index.ts'
import type { BusinessDetailsService } from '#server/modules/business-details/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import { createModelsService, modelRoutes } from '#server/modules/models/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunExecutor, RunsService } from '#server/modules/runs/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { WebsitesService } from '#server/modules/websites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

interface AiParts {
  accounts: AccountsService
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  runs: RunsService
  startRun: StartRun
  websites: WebsitesService
  profiles: BusinessDetailsService
  searchTraining: SearchTraining
}

const QUARTER = 15 * 60

/** Models, prompts and texts about leads. */
export function buildAi(platform: Platform, parts: AiParts) {
  const { db, pool, secretKey, modelAccess, websiteReading } = platform
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: QUARTER })
  const models = createModelsService({
    db,
    secretBox: createSecretBox(secretKey),
    access: modelAccess,
    limit: limit('model-test', 30),
    now: systemClock.now,
  })
  const prompts = createPromptsService({ db })
  const businessOf = (accountId: number) => parts.profiles.show(accountId)
  const deps = {
    ...parts,
    ...{ db, models, prompts, businessOf, now: systemClock.now },
    readWebsite: websiteReading.readWithPages,
    newestReport: parts.websites.newestReport,
  }
  const aiText = createAiTextService(deps)
  const executors: RunExecutor[] = [aiTextExecutor(deps)]
  const routes: Route[] = [
    ...aiLimitRoutes(createAiLimitsService({ db, accounts: parts.accounts })),
    ...modelRoutes(models),
    ...promptRoutes({
      ...{ db, prompts, models, limit: limit('prompt-draft', 30) },
      businessOf: async (accountId) =>
        (await businessOf(accountId)) ?? { tone: '', proof: '', banned_phrases: [] },
    }),
    ...aiTextRoutes(aiText, createReviewService(deps)),
  ]
  return { modules: { aiText, models }, executors, routes }
}
