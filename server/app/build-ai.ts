import type { RunExecutor } from '#server/modules/activity/runs/index.ts'
import { aiLimitRoutes, createAiLimitsService } from '#server/modules/ai/ai-limits/index.ts'
import {
  createPlatformPrompts,
  createPromptsService,
  platformPromptRoutes,
  promptRoutes,
} from '#server/modules/ai/ai-prompts/index.ts'
import {
  aiTextExecutor,
  aiTextRoutes,
  createAiTextService,
  createReviewService,
  generationRoutes,
  type SearchTraining,
} from '#server/modules/ai/ai-text/index.ts'
import { createModelsService, modelRoutes } from '#server/modules/ai/models/index.ts'
import type { WebsitesService } from '#server/modules/sources/websites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface AiParts extends Base {
  websites: WebsitesService
  searchTraining: SearchTraining
}

const QUARTER = 15 * 60

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
    db,
    ...parts,
    models,
    prompts,
    businessOf,
    now: systemClock.now,
    readWebsite: websiteReading.readWithPages,
    newestReport: parts.websites.newestReport,
  }
  const aiText = createAiTextService(deps)
  const executors: RunExecutor[] = [aiTextExecutor(deps)]
  const routes: Route[] = [
    ...aiLimitRoutes(createAiLimitsService({ db, accounts: parts.accounts })),
    ...modelRoutes(models),
    ...promptRoutes({
      db,
      prompts,
      models,
      limit: limit('prompt-draft', 30),
      businessOf: async (accountId) =>
        (await businessOf(accountId)) ?? { tone: '', proof: '', banned_phrases: [] },
    }),
    ...platformPromptRoutes(createPlatformPrompts({ db })),
    ...generationRoutes({ db }),
    ...aiTextRoutes(aiText, createReviewService(deps)),
  ]
  return { modules: { aiText, models }, executors, routes }
}
