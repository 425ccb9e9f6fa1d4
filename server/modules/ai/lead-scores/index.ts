import { leadScore, scoreLeads } from '#contract/ai/lead-scores.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { LeadScores } from './lead-scores-service.ts'

export { createLeadScores, type LeadScores, leadScoreExecutor } from './lead-scores-service.ts'

export const leadScoreRoutes = (scores: LeadScores): Route[] => [
  route(scoreLeads, async ({ actor, params }) => ({
    data: await scores.start(actor, params.id),
    message: 'Scoring started',
  })),
  route(leadScore, ({ actor, params }) =>
    data(scores.show(actor, params.id, canonicalListType(params.type), params.resultId)),
  ),
]

/** Recomputes every account's scores each night. */
export const leadScoresJob = (refreshAll: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({ name: 'lead-scores.refresh', cron: '37 2 * * *', handle: refreshAll })
