import * as api from '#contract/ai/ai-text.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { paidSelectionOf } from '#server/modules/leads/run-start/index.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { AiTextService } from './ai-text-service.ts'
import type { AiTextQuery } from './plan-texts.ts'
import type { AiTextRequest } from './request-texts.ts'
import type { ReviewService } from './review-service.ts'

export { aiTextExecutor } from './ai-text-executor.ts'
export { type AiTextService, createAiTextService } from './ai-text-service.ts'
export { removeOrphanTexts } from './ai-text-store.ts'
export type { SearchTraining } from './gather-sources.ts'
export { generationRoutes } from './generations.ts'
export { removeOldPages } from './pages-store.ts'
export { addressesModel, plainText } from './quarantine.ts'
export { createReviewService, type ReviewService } from './review-service.ts'

const REVIEW_RESULTS = { accept: 'accepted', reject: 'rejected' } as const

const quotedRequest = (body: ParsedInput<typeof api.quoteAiText>['body']): AiTextQuery => ({
  type: body.type,
  listId: body.list_id,
  selection: body.selection,
  prompts: body.prompts,
  provider: body.provider,
  readWebsites: body.read_websites,
  modelCheck: body.model_check,
  isPreview: body.preview,
})

const requestOf = ({ params, body }: ParsedInput<typeof api.startAiText>): AiTextRequest => ({
  type: params.type,
  listId: params.id,
  ...paidSelectionOf(body),
  prompts: body.prompts,
  provider: body.provider,
  readWebsites: body.read_websites,
  modelCheck: body.model_check,
  isPreview: body.preview,
  review: body.review,
})

/** Quotes, starts and reviews of texts about leads. */
export const aiTextRoutes = (service: AiTextService, reviews: ReviewService): Route[] => [
  routeWithLookup(
    api.quoteAiText,
    ({ actor, body }) => service.figures(actor, quotedRequest(body)),
    ({ actor, body }, figures) => data(service.quote(actor, quotedRequest(body), figures)),
  ),
  routeWithLookup(
    api.startAiText,
    async ({ actor, ...input }) => {
      const request = requestOf(input)
      return request.quoteId === undefined ? service.figures(actor, request) : null
    },
    async ({ actor, ...input }, figures) => ({
      data: await service.start(actor, requestOf(input), figures),
      message: input.body.preview ? 'Preview started' : 'Writing texts',
    }),
  ),
  routeWithLookup(
    api.retryAiText,
    ({ actor, params }) => service.figuresOfRest(actor, params.id),
    async ({ actor, params }, figures) => ({
      data: await service.retry(actor, params.id, figures),
      message: 'Writing again',
    }),
  ),
  route(api.aiTexts, ({ actor, query }) => reviews.page(actor, query)),
  route(api.reviewAiTexts, async ({ actor, body }) => {
    const { count, left } = await reviews.review(actor, body)
    const message = `${count} ${count === 1 ? 'text' : 'texts'} ${REVIEW_RESULTS[body.decision]}`
    return { success: true as const, count, left, message }
  }),
  route(api.editAiText, async ({ actor, params, body }) => ({
    data: await reviews.edit(actor, params.id, body.text),
    message: 'Text saved',
  })),
  routeWithLookup(
    api.regenerateAiTexts,
    ({ actor, body }) => service.figuresOfChosen(actor, body.ids),
    async ({ actor, body }, figures) => ({
      data: await service.regenerate(actor, body.ids, figures),
      message: 'Writing again',
    }),
  ),
]
