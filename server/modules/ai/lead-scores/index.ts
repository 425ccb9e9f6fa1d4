import { leadScore, scoreLeads, scoreReadiness } from '#contract/ai/lead-scores.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import {
  leadScoreExecutor,
  refreshAllLeadScores,
  showLeadScore,
  showScoreReadiness,
  startLeadScores,
} from './lead-scores.ts'

const leadScoreRoutes = (ctx: Context): Route[] => [
  route(scoreLeads, async ({ actor, params }) => ({
    data: await startLeadScores(ctx, actor, params.id),
    message: 'Scoring started',
  })),
  route(scoreReadiness, ({ actor, params }) => data(showScoreReadiness(ctx, actor, params.id))),
  route(leadScore, ({ actor, params }) =>
    data(showLeadScore(ctx, actor, params.id, canonicalListType(params.type), params.resultId)),
  ),
]

export const leadScoresModule = defineModule({
  routes: (ctx) => leadScoreRoutes(ctx),
  executors: (ctx) => [leadScoreExecutor(ctx)],
  jobs: (ctx) => [
    // Recomputes every account's scores each night.
    scheduledJob({
      name: 'lead-scores.refresh',
      cron: '37 2 * * *',
      handle: () => refreshAllLeadScores(ctx),
    }),
  ],
})
