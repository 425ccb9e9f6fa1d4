import type { AiProvider, ModelLevel, ModelSetting } from '#contract/open-ai.ts'
import { OPEN_AI_BASE_URL, openAiKeyMissing } from '#contract/open-ai.ts'
import { type AiLimits, aiLimitsOf } from '#server/modules/ai-limits/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import {
  createOpenAiModel,
  createTemplateModel,
  type Model,
  ModelError,
} from '#server/providers/models/index.ts'
import { checkBaseUrl } from './check-base-url.ts'
import { maskOf } from './mask.ts'
import {
  deleteModelKey,
  findModelKey,
  type ModelStanding,
  modelStanding,
  noteModelTest,
  upsertModelKey,
} from './models-store.ts'

/** How models are reached. */
export interface ModelAccess {
  /** The platform's own model, as the environment names it; null without one. */
  platform: { baseUrl: string; key: string; model: string } | null
  /** Reaches the platform's address, which may be private, and nothing that an account has typed. */
  platformOutbound: Outbound
  /** Reaches addresses of accounts: on the public internet only. */
  outbound: Outbound
  /** Names of HOST_MAP, which may be reached over plain HTTP. */
  hosts: ReadonlySet<string>
}

export interface ModelsDeps {
  db: Db
  secretBox: SecretBox
  access: ModelAccess
  /** Of questions to vendors about keys, by account. */
  limit: RateLimit
  now(): Date
}

/** The model that writes for an account, whose it is, and what it costs. */
export interface ModelChoice {
  provider: AiProvider
  level: ModelLevel
  /** Credits per 1,000 tokens; 0 without a model, and with a key of the account's own unless somebody said else. */
  rate: number
  model: Model
}

export interface ModelInput {
  key?: string | undefined
  base_url: string
  model: string
  save_untested: boolean
}

/** What was asked of a vendor about a key that is to be stored. */
export interface AskedKey {
  baseUrl: string
  key: string
  tested_at: Date | null
  problem: string | null
}

const HINT_LENGTH = 4
const LEAST_FOR_HINT = 12
/** What the SDK sends where a server wants no key. */
const NO_KEY = 'none'
/** A test is one small question: nobody waits for more tries. */
const TEST_RETRIES = 1
const TEST_MS = 20_000
/** A search does not wait longer for vectors. */
const EMBED_MS = 15_000

const contextOf = (accountId: number) => `model-key:${accountId}`
const hintOf = (key: string) => (key.length >= LEAST_FOR_HINT ? key.slice(-HINT_LENGTH) : null)

/** Where the failure of a test belongs in the form. */
function refusal(error: ModelError): Error {
  if (error.code === 'not_found') return invalidField('model', error.message)
  if (error.code === 'blocked_address')
    return invalidField('base_url', 'Enter an address on the public internet')
  return invalidField('key', error.message)
}

/** Models of accounts: whose writes, the account's own key, and what an account pays. */
export function createModelsService({ db, secretBox, access, limit, now }: ModelsDeps) {
  const template = createTemplateModel()
  const open = (accountId: number, sealed: string) => secretBox.open(sealed, contextOf(accountId))

  const own = (setup: { baseUrl: string; key: string; model: string }, forTest = false): Model =>
    createOpenAiModel({
      ...setup,
      outbound: access.outbound,
      key: setup.key || NO_KEY,
      ...(forTest && { retries: TEST_RETRIES, timeoutMs: TEST_MS }),
    })

  async function standingOf(accountId: number): Promise<ModelStanding> {
    const standing = await modelStanding(db, accountId)
    if (!standing) throw notFound('The account')
    return standing
  }

  /** Whose key counts: the account's own, else, where its plan supports it, that of the nearest above it. */
  function levelOf(standing: ModelStanding, accountId: number): ModelLevel {
    const { key, supported, parent_id } = standing
    if (key?.account_id === accountId) return 'account'
    const isRoot = parent_id === null
    if (isRoot) return access.platform ? 'platform' : 'none'
    if (!supported) return 'none'
    if (key) return key.parent_id === null ? 'platform' : 'reseller'
    return access.platform ? 'platform' : 'none'
  }

  function modelOf({ key }: ModelStanding, level: ModelLevel): Model {
    if (level === 'none') return template
    if (key && (level !== 'platform' || key.parent_id === null))
      return own({ baseUrl: key.base_url, key: open(key.account_id, key.sealed), model: key.model })
    const { platform, platformOutbound } = access
    if (!platform) return template
    return createOpenAiModel({ ...platform, key: platform.key || NO_KEY, outbound: platformOutbound })
  }

  /** Credits per 1,000 tokens; the account of the installation pays its vendor and nobody else. */
  function rateOf({ parent_id }: ModelStanding, level: ModelLevel, limits: AiLimits): number {
    if (level === 'none' || parent_id === null) return 0
    return level === 'account' ? limits.own_key_credits_per_1000_tokens : limits.credits_per_1000_tokens
  }

  /** What writes for an account. `wanted` forces the templates. @throws AppError conflict without a model that was asked for. */
  async function choose(accountId: number, wanted?: AiProvider): Promise<ModelChoice> {
    const standing = await standingOf(accountId)
    const level = wanted === 'template' ? 'none' : levelOf(standing, accountId)
    if (wanted === 'openai' && level === 'none')
      throw new AppError(
        'conflict',
        'There is no model to write with. Add a key under Integration -> OpenAI, or write with the templates',
      )
    const model = modelOf(standing, level)
    const rate = rateOf(standing, level, await aiLimitsOf(db, accountId))
    return { provider: model.provider, level, rate, model }
  }

  async function show(accountId: number): Promise<ModelSetting> {
    const standing = await standingOf(accountId)
    const key = await findModelKey(db, accountId)
    const level = levelOf(standing, accountId)
    const model = modelOf(standing, level)
    const limits = await aiLimitsOf(db, accountId)
    return {
      own: key
        ? {
            ...{ base_url: key.base_url, model: key.model, hint: key.hint, problem: key.problem },
            tested_at: key.tested_at?.toISOString() ?? null,
            created_at: key.created_at.toISOString(),
          }
        : null,
      key_missing: openAiKeyMissing({
        parentSettings: { support_open_ai_api_key: standing.supported },
        open_ai_api_key: key ? maskOf(key) : null,
      }),
      provider: model.provider,
      level,
      model: level === 'none' ? null : model.name,
      credits_per_1000_tokens: rateOf(standing, level, limits),
      own_key_credits_per_1000_tokens: rateOf(standing, 'account', limits),
    }
  }

  async function ask(actor: Actor, setup: Parameters<typeof own>[0], signal: AbortSignal) {
    await limit.consume(`account:${actor.accountId}`)
    try {
      await own(setup, true).test(signal)
      return null
    } catch (error) {
      if (error instanceof ModelError) return error
      throw error
    }
  }

  /** The key that a form means: what was typed, or the stored one, which goes to its own address only. */
  async function keyOf(actor: Actor, input: ModelInput, baseUrl: string): Promise<string> {
    if (input.key) return input.key
    const stored = await findModelKey(db, actor.accountId)
    if (stored && stored.base_url === baseUrl) return open(actor.accountId, stored.sealed)
    if (baseUrl === OPEN_AI_BASE_URL) throw invalidField('key', 'Enter the key')
    return ''
  }

  return {
    choose,

    /**
     * What turns texts into vectors for an account; null without. Only where nobody has to be charged: with a key of the
     * account's own, and in the account of the installation.
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
    show: (actor: Actor) => show(actor.accountId),

    /** Asks the vendor about what was typed. @throws AppError unless it may be stored. */
    async askNew(actor: Actor, input: ModelInput, signal: AbortSignal): Promise<AskedKey> {
      const baseUrl = checkBaseUrl(input.base_url, access.hosts)
      const key = await keyOf(actor, input, baseUrl)
      const error = await ask(actor, { baseUrl, key, model: input.model }, signal)
      if (!error) return { baseUrl, key, tested_at: now(), problem: null }
      // A bill that is not paid belongs to a key that is right.
      if (error.code === 'quota_exhausted') return { baseUrl, key, tested_at: now(), problem: error.message }
      if (error.endsRun) throw refusal(error)
      if (input.save_untested) return { baseUrl, key, tested_at: null, problem: null }
      throw new AppError('source_failed', `${error.message}. Try again later, or save it without a test`, {
        details: { code: error.code, retryable: true, can_save_untested: true },
        cause: error,
      })
    },

    /** Stores what was asked about, in place of what stood before. */
    save: (actor: Actor, input: ModelInput, asked: AskedKey): Promise<ModelSetting> =>
      transaction(db, async () => {
        const { accountId, userId } = actor
        await upsertModelKey(db, {
          ...{ account_id: accountId, base_url: asked.baseUrl, model: input.model, created_by: userId },
          sealed: secretBox.seal(asked.key, contextOf(accountId)),
          hint: hintOf(asked.key),
          tested_at: asked.tested_at,
          problem: asked.problem,
        })
        recordAudit(db, {
          accountId,
          subject: `account:${accountId}`,
          detail: { base_url: asked.baseUrl, model: input.model },
        })
        return show(accountId)
      }),

    /** Asks the vendor about the stored key. @throws AppError not_found, source_failed when it could not be asked. */
    async askStored(actor: Actor, signal: AbortSignal): Promise<ModelError | null> {
      const key = await findModelKey(db, actor.accountId)
      if (!key) throw notFound('The key')
      const setup = { baseUrl: key.base_url, model: key.model, key: open(actor.accountId, key.sealed) }
      const error = await ask(actor, setup, signal)
      if (error && !error.endsRun)
        throw new AppError('source_failed', `${error.message}. Try again later`, {
          details: { code: error.code, retryable: true },
          cause: error,
        })
      return error
    },

    /** Writes down what the vendor said about the stored key. */
    noteTest: (actor: Actor, error: ModelError | null) =>
      transaction(db, async () => {
        const { accountId } = actor
        await noteModelTest(db, accountId, { tested_at: now(), problem: error?.message ?? null })
        recordAudit(db, {
          accountId,
          subject: `account:${accountId}`,
          detail: { result: error?.code ?? 'ok' },
        })
        return { data: await show(accountId), message: error ? error.message : 'The key works' }
      }),

    remove: (actor: Actor): Promise<ModelSetting> =>
      transaction(db, async () => {
        const { accountId } = actor
        if (!(await deleteModelKey(db, accountId))) throw notFound('The key')
        recordAudit(db, { accountId, subject: `account:${accountId}` })
        return show(accountId)
      }),
  }
}

export type ModelsService = ReturnType<typeof createModelsService>
