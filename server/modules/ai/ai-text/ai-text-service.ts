import type { AiTextDeps } from './ai-text-deps.ts'
import { createTextRequests } from './request-texts.ts'
import { createTextRewrites } from './rewrite-texts.ts'

/** Texts about leads: quotes and starts. Runs are in ai-text-executor.ts, reviews in review-service.ts. */
export const createAiTextService = (deps: AiTextDeps) => ({
  ...createTextRequests(deps),
  ...createTextRewrites(deps),
})

export type AiTextService = ReturnType<typeof createAiTextService>
