import type { AiTextQuote } from '#contract/ai/ai-text.ts'
import type { ModelChoice } from '#server/modules/ai/models/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import type { PriceRequest } from '#server/modules/leads/run-start/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AiTextDeps } from './ai-text-deps.ts'
import { aiTextFigures } from './ai-text-figures.ts'
import { type EstimateDeps, estimateTexts, type TextFigures } from './estimate-texts.ts'
import { type AiTextQuery, planTexts } from './plan-texts.ts'
import { startTextRun } from './start-text-run.ts'

export interface AiTextRequest extends AiTextQuery, PriceRequest {
  review: boolean
}

/** Typical characters of a prompt with its sources. */
const TYPICAL_CHARACTERS = 6000

type RequestDeps = EstimateDeps & Parameters<typeof planTexts>[0] & Pick<AiTextDeps, 'wallet' | 'startRun'>

/** A quote's subject: a request with the quote must have the same. */
const inputOf = (query: AiTextQuery, { level, rate }: ModelChoice) => {
  const { type, listId, selection, prompts, provider, readWebsites, modelCheck, isPreview } = query
  return {
    action: 'ai_text',
    type,
    list_id: listId,
    selection,
    prompts,
    provider: provider ?? null,
    read_websites: readWebsites,
    model_check: modelCheck === true,
    preview: isPreview,
    // Another price or key would be another promise.
    level,
    rate,
  }
}

/** Quotes texts about leads and starts their runs. */
export function createTextRequests(deps: RequestDeps) {
  const { db, wallet, models } = deps

  return {
    /** Gathers sources of texts: outside a transaction, since it searches the training by meaning. */
    figures: async (actor: Actor, query: AiTextQuery): Promise<TextFigures> =>
      estimateTexts(deps, actor, await planTexts(deps, actor, query)),

    async quote(actor: Actor, query: AiTextQuery, figures: TextFigures): Promise<AiTextQuote> {
      const work = await planTexts(deps, actor, query)
      const { id, expiresAt } = await storeQuote(db, actor, inputOf(query, work.choice), figures)
      const { provider, level, rate, model } = work.choice
      return {
        id,
        ...figures,
        provider,
        level,
        model: provider === 'template' ? null : model.name,
        credits_per_1000_tokens: rate,
        available: await wallet.spendable(actor),
        expires_at: expiresAt,
      }
    },

    /** Credits of one text for each of this many leads, from typical prompt lengths: before the leads are known. */
    async usualPrice(actor: Actor, leads: number): Promise<{ expected: number; max: number }> {
      const { provider, rate } = await models.choose(actor.accountId)
      const isModel = provider !== 'template'
      return aiTextFigures(leads, [TYPICAL_CHARACTERS], {
        rate,
        isModel,
        readsWebsites: false,
        isChecked: false,
      }).credits
    },

    /**
     * Starts writing, for the given `figures` or, with a quote, for the quote's. Without both they are computed
     * here.
     * @throws AppError conflict, not_found, insufficient_credits, quote_expired, validation_failed.
     */
    async start(actor: Actor, request: AiTextRequest, figures?: TextFigures | null) {
      const work = await planTexts(deps, actor, request)
      if (work.items.length === 0) throw invalidField('selection', 'Select at least one lead')
      const action = request.isPreview ? 'Preview of AI text' : 'AI text'
      const title = `${action}: ${work.list.name}`
      const estimate =
        request.quoteId === undefined ? (figures ?? (await estimateTexts(deps, actor, work))) : null
      return startTextRun(deps, actor, work, {
        ...request,
        title,
        about: inputOf(request, work.choice),
        estimate,
      })
    },
  }
}
