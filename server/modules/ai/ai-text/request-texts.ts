import type { AiTextQuote } from '#contract/ai/ai-text.ts'
import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import { chooseModel, type ModelChoice } from '#server/modules/ai/models/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import type { PriceRequest } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { aiTextFigures } from './ai-text-figures.ts'
import { estimateTexts, type TextFigures } from './estimate-texts.ts'
import { type AiTextQuery, planTexts } from './plan-texts.ts'
import { startTextRun } from './start-text-run.ts'

export interface AiTextRequest extends AiTextQuery, PriceRequest {
  review: boolean
}

/** Typical characters of a prompt with its sources. */
const TYPICAL_CHARACTERS = 6000

/** A quote's subject: a request with the quote must have the same. */
const makeInput = (query: AiTextQuery, { level, rate }: ModelChoice) => {
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

/** Gathers sources of texts: outside a transaction, since it searches the training by meaning. */
export const gatherTextFigures = async (
  ctx: Context,
  actor: Actor,
  query: AiTextQuery,
): Promise<TextFigures> => estimateTexts(ctx, actor, await planTexts(ctx, actor, query))

export async function quoteTexts(
  ctx: Context,
  actor: Actor,
  query: AiTextQuery,
  figures: TextFigures,
): Promise<AiTextQuote> {
  const work = await planTexts(ctx, actor, query)
  const { id, expiresAt } = await storeQuote(ctx.db, actor, makeInput(query, work.choice), figures)
  const { provider, level, rate, model } = work.choice
  return {
    id,
    ...figures,
    provider,
    level,
    model: provider === 'template' ? null : model.name,
    credits_per_1000_tokens: rate,
    available: await findSpendable(ctx, actor),
    expires_at: expiresAt,
  }
}

/** Credits of one text for each of this many leads, from typical prompt lengths: before the leads are known. */
export async function usualTextPrice(
  ctx: Context,
  actor: Actor,
  leads: number,
): Promise<{ expected: number; max: number }> {
  const { provider, rate } = await chooseModel(ctx, actor.accountId)
  const isModel = provider !== 'template'
  return aiTextFigures(leads, [TYPICAL_CHARACTERS], {
    rate,
    isModel,
    readsWebsites: false,
    isChecked: false,
  }).credits
}

/**
 * Starts writing, for the given `figures` or, with a quote, for the quote's. Without both they are computed
 * here.
 * @throws AppError conflict, not_found, insufficient_credits, quote_expired, validation_failed.
 */
export async function startTexts(
  ctx: Context,
  actor: Actor,
  request: AiTextRequest,
  figures?: TextFigures | null,
) {
  const work = await planTexts(ctx, actor, request)
  if (work.items.length === 0) throw invalidField('selection', 'Select at least one lead')
  const action = request.isPreview ? 'Preview of AI text' : 'AI text'
  const title = `${action}: ${work.list.name}`
  const estimate = request.quoteId === undefined ? (figures ?? (await estimateTexts(ctx, actor, work))) : null
  return startTextRun(ctx, actor, work, {
    ...request,
    title,
    about: makeInput(request, work.choice),
    estimate,
  })
}
