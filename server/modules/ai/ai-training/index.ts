import { BIN_DAYS } from '#contract/core/constants.ts'
import { trainingTokens } from '#server/modules/accounts/wallet/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { aiTrainingRoutes } from './ai-training-routes.ts'
import { removeOldTraining } from './ai-training-store.ts'
import { trainingCrawlExecutor } from './crawl/crawl-executor.ts'
import { startDueRefreshes } from './crawl/refresh-websites.ts'
import { trainingUse } from './training-allowance.ts'
import { trainingKitParts } from './training-kit.ts'

export { searchTraining, type TrainingPassage } from './training-search.ts'

export const aiTrainingModule = defineModule({
  routes: (ctx) => aiTrainingRoutes(ctx),
  executors: (ctx) => [trainingCrawlExecutor(ctx)],
  kitParts: trainingKitParts,
  jobs: (ctx) => [
    // Checks every ten minutes for websites whose refresh is due.
    scheduledJob({
      name: 'ai-training.refresh',
      cron: '*/10 * * * *',
      retries: 0,
      handle: () => startDueRefreshes(ctx),
    }),
  ],
  on: [trainingTokens.answer((ctx, { accountId }) => trainingUse(ctx.db, accountId))],
  housekeeping: (ctx) => ({ training: () => removeOldTraining(ctx.db, BIN_DAYS) }),
})
