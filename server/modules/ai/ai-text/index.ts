import * as api from '#contract/ai/ai-text.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { counted } from '#contract/core/plural.ts'
import { readPaidSelection } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { aiTextExecutor } from './ai-text-executor.ts'
import { removeOrphanTexts } from './ai-text-store.ts'
import { generationRoutes } from './generations.ts'
import { removeOldPages } from './pages-store.ts'
import type { AiTextQuery } from './plan-texts.ts'
import { type AiTextRequest, gatherTextFigures, quoteTexts, startTexts } from './request-texts.ts'
import { editText, listTexts, reviewTexts } from './review-texts.ts'
import { figuresOfChosen, figuresOfRemaining, regenerateTexts, retryTexts } from './rewrite-texts.ts'

export { addressesModel, plainText } from './quarantine.ts'
export { startTexts, usualTextPrice } from './request-texts.ts'

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

const readRequest = ({ params, body }: ParsedInput<typeof api.startAiText>): AiTextRequest => ({
  type: params.type,
  listId: params.id,
  ...readPaidSelection(body),
  prompts: body.prompts,
  provider: body.provider,
  readWebsites: body.read_websites,
  modelCheck: body.model_check,
  isPreview: body.preview,
  review: body.review,
})

/** Quotes, starts and reviews of texts about leads. */
const aiTextRoutes = (ctx: Context): Route[] => [
  routeWithLookup(
    api.quoteAiText,
    ({ actor, body }) => gatherTextFigures(ctx, actor, quotedRequest(body)),
    ({ actor, body }, figures) => data(quoteTexts(ctx, actor, quotedRequest(body), figures)),
  ),
  routeWithLookup(
    api.startAiText,
    async ({ actor, ...input }) => {
      const request = readRequest(input)
      return request.quoteId === undefined ? gatherTextFigures(ctx, actor, request) : null
    },
    async ({ actor, ...input }, figures) => ({
      data: await startTexts(ctx, actor, readRequest(input), figures),
      message: input.body.preview ? 'Preview started' : 'Writing texts',
    }),
  ),
  routeWithLookup(
    api.retryAiText,
    ({ actor, params }) => figuresOfRemaining(ctx, actor, params.id),
    async ({ actor, params }, figures) => ({
      data: await retryTexts(ctx, actor, params.id, figures),
      message: 'Writing again',
    }),
  ),
  route(api.aiTexts, ({ actor, query }) => listTexts(ctx, actor, query)),
  route(api.reviewAiTexts, async ({ actor, body }) => {
    const { count, left } = await reviewTexts(ctx, actor, body)
    const message = `${counted(count, 'text')} ${REVIEW_RESULTS[body.decision]}`
    return { success: true as const, count, left, message }
  }),
  route(api.editAiText, async ({ actor, params, body }) => ({
    data: await editText(ctx, actor, params.id, body.text),
    message: 'Text saved',
  })),
  routeWithLookup(
    api.regenerateAiTexts,
    ({ actor, body }) => figuresOfChosen(ctx, actor, body.ids),
    async ({ actor, body }, figures) => ({
      data: await regenerateTexts(ctx, actor, body.ids, figures),
      message: 'Writing again',
    }),
  ),
]

export const aiTextModule = defineModule({
  routes: (ctx) => [...generationRoutes(ctx), ...aiTextRoutes(ctx)],
  executors: (ctx) => [aiTextExecutor(ctx)],
  housekeeping: (ctx) => ({
    texts: () => removeOrphanTexts(ctx.db),
    pages: () => removeOldPages(ctx.db),
  }),
})
