import {
  type AiProvider,
  type ModelLevel,
  type ModelSetting,
  openAiKeyMissing,
} from '#contract/ai/open-ai.ts'
import { isModelSupported } from '#server/modules/accounts/plans/index.ts'
import { type AiLimits, findAiLimits } from '#server/modules/ai/ai-limits/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { pick } from '#server/platform/pick.ts'
import { createOpenAiModel, createTemplateModel, type Model } from '#server/providers/models/index.ts'
import { formatMask } from './mask.ts'
import { findModelKey, modelStatus, type ModelStatus as StoredStatus } from './models-store.ts'
import { NO_KEY, openKey, ownModel } from './own-model.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Language models: the platform's own, and how those of accounts are reached. */
    modelAccess: ModelAccess
  }
}

/** Fetchers for models. */
interface ModelAccess {
  /** The platform's own model, from the environment; null without one. */
  platform: { baseUrl: string; key: string; model: string } | null
  /** Reaches the platform's URL, which may be private, but nothing entered by an account. */
  platformOutbound: Outbound
  /** Reaches accounts' URLs: public addresses only. */
  outbound: Outbound
  /** Names of HOST_MAP, which may be reached over plain HTTP. */
  hosts: ReadonlySet<string>
}

/** An account's model, its owner, and its price. */
export interface ModelChoice {
  provider: AiProvider
  level: ModelLevel
  /** Credits per 1,000 tokens; 0 without a model, and with the account's own key unless its plan says otherwise. */
  rate: number
  model: Model
}

/** Maximum wait of a search for vectors. */
const EMBED_MS = 15_000

/** `supported`: whether the plans along the tree allow the nearest key, or without one the platform's model. */
type ModelStatus = StoredStatus & { supported: boolean }

const template = createTemplateModel()

async function getStatus(ctx: Context, accountId: number): Promise<ModelStatus> {
  const status = await modelStatus(ctx.db, accountId)
  if (!status) throw notFound('The account')
  return { ...status, supported: await isModelSupported(ctx.db, accountId) }
}

/** The effective key: the account's own, else, where the plans along the tree allow it, that of the nearest ancestor. */
function findLevel(ctx: Context, status: ModelStatus, accountId: number): ModelLevel {
  const { key, supported, parent_id } = status
  if (key?.account_id === accountId) return 'account'
  const isRoot = parent_id === null
  if (isRoot) return ctx.modelAccess.platform ? 'platform' : 'none'
  if (!supported) return 'none'
  if (key) return key.parent_id === null ? 'platform' : 'reseller'
  return ctx.modelAccess.platform ? 'platform' : 'none'
}

function makeModel(ctx: Context, { key }: ModelStatus, level: ModelLevel): Model {
  if (level === 'none') return template
  if (key && (level !== 'platform' || key.parent_id === null))
    return ownModel(ctx.modelAccess.outbound, {
      baseUrl: key.base_url,
      key: openKey(ctx.secretBox, key.account_id, key.sealed),
      model: key.model,
    })
  const { platform, platformOutbound } = ctx.modelAccess
  if (!platform) return template
  return createOpenAiModel({ ...platform, key: platform.key || NO_KEY, outbound: platformOutbound })
}

/** Credits per 1,000 tokens; the installation's account pays only its vendor. */
function findRate({ parent_id }: ModelStatus, level: ModelLevel, limits: AiLimits): number {
  if (level === 'none' || parent_id === null) return 0
  return level === 'account' ? limits.own_key_credits_per_1000_tokens : limits.credits_per_1000_tokens
}

/** An account's writer. `wanted: 'template'` forces the templates. @throws AppError conflict when a requested model is missing. */
export async function chooseModel(
  ctx: Context,
  accountId: number,
  wanted?: AiProvider,
): Promise<ModelChoice> {
  const status = await getStatus(ctx, accountId)
  const level = wanted === 'template' ? 'none' : findLevel(ctx, status, accountId)
  if (wanted === 'openai' && level === 'none')
    throw conflict(
      'No AI model is connected. Add a key under Integration -> OpenAI, or use the built-in templates',
    )
  const model = makeModel(ctx, status, level)
  const rate = findRate(status, level, await findAiLimits(ctx.db, accountId))
  return { provider: model.provider, level, rate, model }
}

export async function findModelSetting(ctx: Context, accountId: number): Promise<ModelSetting> {
  const status = await getStatus(ctx, accountId)
  const key = await findModelKey(ctx.db, accountId)
  const level = findLevel(ctx, status, accountId)
  const model = makeModel(ctx, status, level)
  const limits = await findAiLimits(ctx.db, accountId)
  return {
    own: key
      ? {
          ...pick(key, 'base_url', 'model', 'hint', 'problem'),
          tested_at: key.tested_at?.toISOString() ?? null,
          created_at: key.created_at.toISOString(),
        }
      : null,
    key_missing: openAiKeyMissing({
      parentSettings: { support_open_ai_api_key: status.supported },
      open_ai_api_key: key ? formatMask(key) : null,
    }),
    provider: model.provider,
    level,
    model: level === 'none' ? null : model.name,
    credits_per_1000_tokens: findRate(status, level, limits),
    own_key_credits_per_1000_tokens: findRate(status, 'account', limits),
  }
}

/**
 * An account's embedder; null without one. Only where nobody is charged: with the account's own key, and in
 * the installation's account.
 */
export async function findEmbedder(ctx: Context, accountId: number) {
  const { rate, level, model } = await chooseModel(ctx, accountId)
  const { embeddingModel } = model
  const isPaid = rate > 0 && level !== 'account'
  if (isPaid || embeddingModel === null) return null
  return {
    model: embeddingModel,
    embed: async (texts: string[], signal = AbortSignal.timeout(EMBED_MS)) =>
      (await model.embed(texts, signal)).vectors,
  }
}
