import { aiTextRun } from '#contract/activity/run-kinds/ai-text.ts'
import { type PriceRequest, type RunTerms, startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { insertTexts } from './ai-text-store.ts'
import type { TextFigures } from './estimate-texts.ts'
import type { TextWork } from './plan-texts.ts'

/** A run's inputs besides its texts. */
interface RunRequest extends PriceRequest {
  title: string
  about: object
  review: boolean
  isPreview: boolean
  /** Null with a quote. */
  estimate: TextFigures | null
}

export async function startTextRun(ctx: Context, actor: Actor, work: TextWork, request: RunRequest) {
  const { list, items, choice, prompts, type, readWebsites, modelCheck } = work
  const { estimate } = request
  const { run } = await startRun(ctx, actor, aiTextRun, {
    title: request.title,
    list,
    promise: { quoteId: request.quoteId, about: request.about, estimate, maxCost: request.maxCost },
    plan: ({ maxCost }: RunTerms<TextFigures>) => ({
      input: {
        type,
        listId: list.id,
        prompts,
        provider: choice.provider,
        level: choice.level,
        rate: choice.rate,
        maxCost,
        review: request.review,
        isPreview: request.isPreview,
        readWebsites,
        modelCheck,
      },
      total: items.length,
    }),
    work: ({ accountId, runId }) => insertTexts(ctx.db, { accountId, runId, listId: list.id }, items),
  })
  return { run, list_id: list.id }
}
