import {
  aiTexts,
  editAiText,
  quoteAiText,
  regenerateAiTexts,
  retryAiText,
  reviewAiTexts,
  startAiText,
} from '#contract/ai-text.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { AiTextService } from './ai-text-service.ts'
import type { ReviewService } from './review-service.ts'

export type { AiTextDeps } from './ai-text-deps.ts'
export { aiTextExecutor } from './ai-text-executor.ts'
export { type AiTextService, createAiTextService } from './ai-text-service.ts'
export { removeOrphanTexts } from './ai-text-store.ts'
export type { SearchTraining, TrainingPassage } from './gather-sources.ts'
export { removeOldPages } from './pages-store.ts'
export { createReviewService, type ReviewService } from './review-service.ts'

const decided = { accept: 'accepted', reject: 'rejected' } as const

export const aiTextRoutes = (service: AiTextService, reviews: ReviewService): Route[] => [
  route(quoteAiText, async ({ actor, body }) => ({
    data: await service.quote(actor, {
      ...{ type: body.type, listId: body.list_id, selection: body.selection, prompts: body.prompts },
      ...{ provider: body.provider, readWebsites: body.read_websites, isPreview: body.preview },
    }),
  })),
  route(startAiText, async ({ actor, params, body }) => ({
    data: await service.start(actor, {
      ...{ type: params.type, listId: params.id, selection: body.selection, prompts: body.prompts },
      ...{ provider: body.provider, readWebsites: body.read_websites, isPreview: body.preview },
      ...{ review: body.review, quoteId: body.quote_id, maxCost: body.max_cost },
    }),
    message: body.preview ? 'Preview started' : 'Writing texts',
  })),
  route(retryAiText, async ({ actor, params }) => ({
    data: await service.retry(actor, params.id),
    message: 'Writing once more',
  })),
  route(aiTexts, ({ actor, query }) => reviews.page(actor, query)),
  route(reviewAiTexts, async ({ actor, body }) => {
    const { count, left } = await reviews.review(actor, body)
    const message = `${count} ${count === 1 ? 'text' : 'texts'} ${decided[body.decision]}`
    return { success: true as const, count, left, message }
  }),
  route(editAiText, async ({ actor, params, body }) => ({
    data: await reviews.edit(actor, params.id, body.text),
    message: 'Text saved',
  })),
  route(regenerateAiTexts, async ({ actor, body }) => ({
    data: await service.regenerate(actor, body.ids),
    message: 'Writing once more',
  })),
]
