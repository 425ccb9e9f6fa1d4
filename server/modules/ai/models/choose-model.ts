import type { AiProvider, ModelLevel, ModelSetting } from '#contract/ai/open-ai.ts'
import { openAiKeyMissing } from '#contract/ai/open-ai.ts'
import { isModelSupported } from '#server/modules/accounts/plans/index.ts'
import { type AiLimits, aiLimitsOf } from '#server/modules/ai/ai-limits/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { pick } from '#server/platform/pick.ts'
import { createOpenAiModel, createTemplateModel, type Model } from '#server/providers/models/index.ts'
import { maskOf } from './mask.ts'
import { findModelKey, modelStatus, type ModelStatus as StoredStatus } from './models-store.ts'
import { NO_KEY, openKey, ownModel } from './own-model.ts'

/** Fetchers for models. */
export interface ModelAccess {
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

interface ChooseModelDeps {
  db: Db
  secretBox: SecretBox
  access: Omit<ModelAccess, 'hosts'>
}

/** Chooses an account's model and price. */
export function createModelChooser({ db, secretBox, access }: ChooseModelDeps) {
  const template = createTemplateModel()

  async function statusOf(accountId: number): Promise<ModelStatus> {
    const status = await modelStatus(db, accountId)
    if (!status) throw notFound('The account')
    return { ...status, supported: await isModelSupported(db, accountId) }
  }

  /** The effective key: the account's own, else, where the plans along the tree allow it, that of the nearest ancestor. */
  function levelOf(status: ModelStatus, accountId: number): ModelLevel {
    const { key, supported, parent_id } = status
    if (key?.account_id === accountId) return 'account'
    const isRoot = parent_id === null
    if (isRoot) return access.platform ? 'platform' : 'none'
    if (!supported) return 'none'
    if (key) return key.parent_id === null ? 'platform' : 'reseller'
    return access.platform ? 'platform' : 'none'
  }

  function modelOf({ key }: ModelStatus, level: ModelLevel): Model {
    if (level === 'none') return template
    if (key && (level !== 'platform' || key.parent_id === null))
      return ownModel(access.outbound, {
        baseUrl: key.base_url,
        key: openKey(secretBox, key.account_id, key.sealed),
        model: key.model,
      })
    const { platform, platformOutbound } = access
    if (!platform) return template
    return createOpenAiModel({ ...platform, key: platform.key || NO_KEY, outbound: platformOutbound })
  }

  /** Credits per 1,000 tokens; the installation's account pays only its vendor. */
  function rateOf({ parent_id }: ModelStatus, level: ModelLevel, limits: AiLimits): number {
    if (level === 'none' || parent_id === null) return 0
    return level === 'account' ? limits.own_key_credits_per_1000_tokens : limits.credits_per_1000_tokens
  }

  /** An account's writer. `wanted: 'template'` forces the templates. @throws AppError conflict when a requested model is missing. */
  async function choose(accountId: number, wanted?: AiProvider): Promise<ModelChoice> {
    const status = await statusOf(accountId)
    const level = wanted === 'template' ? 'none' : levelOf(status, accountId)
    if (wanted === 'openai' && level === 'none')
      throw conflict(
        'No AI model is connected. Add a key under Integration -> OpenAI, or use the built-in templates',
      )
    const model = modelOf(status, level)
    const rate = rateOf(status, level, await aiLimitsOf(db, accountId))
    return { provider: model.provider, level, rate, model }
  }

  async function settingOf(accountId: number): Promise<ModelSetting> {
    const status = await statusOf(accountId)
    const key = await findModelKey(db, accountId)
    const level = levelOf(status, accountId)
    const model = modelOf(status, level)
    const limits = await aiLimitsOf(db, accountId)
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
        open_ai_api_key: key ? maskOf(key) : null,
      }),
      provider: model.provider,
      level,
      model: level === 'none' ? null : model.name,
      credits_per_1000_tokens: rateOf(status, level, limits),
      own_key_credits_per_1000_tokens: rateOf(status, 'account', limits),
    }
  }

  return {
    choose,
    /**
     * An account's embedder; null without one. Only where nobody is charged: with the account's own key, and in
     * the installation's account.
     */
    async embedderOf(accountId: number) {
      const { rate, level, model } = await choose(accountId)
      const { embeddingModel } = model
      const isPaid = rate > 0 && level !== 'account'
      if (isPaid || embeddingModel === null) return null
      return {
        model: embeddingModel,
        embed: async (texts: string[], signal = AbortSignal.timeout(EMBED_MS)) =>
          (await model.embed(texts, signal)).vectors,
      }
    },
    settingOf,
  }
}

export type ModelChooser = ReturnType<typeof createModelChooser>
