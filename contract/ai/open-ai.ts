import * as z from 'zod/mini'
import { Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** Default address of the OpenAI API. */
export const OPEN_AI_BASE_URL = 'https://api.openai.com/v1'
export const OPEN_AI_MODEL = 'gpt-4o-mini'

/** Owner of the key that writes a text. */
export const MODEL_LEVELS = ['account', 'reseller', 'platform', 'none'] as const
export type ModelLevel = (typeof MODEL_LEVELS)[number]

/** The writer: a language model, or built-in templates. */
export const AI_PROVIDERS = ['openai', 'template'] as const
export type AiProvider = (typeof AI_PROVIDERS)[number]

/**
 * Whether the Open-AI key is missing: true unless the parent settings support it or the user has their own key (spec
 * section 4). Used by browser and server.
 */
export const openAiKeyMissing = (user: {
  parentSettings: { support_open_ai_api_key: boolean }
  open_ai_api_key: string | null
}): boolean => !user.parentSettings.support_open_ai_api_key && !user.open_ai_api_key

/** The language model of an account: its own key, and the effective model. */
export const ModelSetting = z.object({
  own: z.nullable(
    z.object({
      base_url: z.string(),
      model: z.string(),
      hint: z.nullable(z.string()).check(z.describe('The last characters of the key; null for a short one')),
      tested_at: z.nullable(Timestamp),
      problem: z.nullable(z.string()).check(z.describe('Error of the last test')),
      created_at: Timestamp,
    }),
  ),
  key_missing: z.boolean().check(z.describe('True unless the parent supports it or the account has a key')),
  provider: z
    .enum(AI_PROVIDERS)
    .check(z.describe('The writer: without a key built-in templates, with no model')),
  level: z.enum(MODEL_LEVELS).check(z.describe('Owner of the effective key')),
  model: z.nullable(z.string()),
  credits_per_1000_tokens: z.int().check(z.describe('Current price of texts')),
  own_key_credits_per_1000_tokens: z.int().check(z.describe('Price of texts with your own key')),
})
export type ModelSetting = z.output<typeof ModelSetting>

const api = defineArea({ tag: 'AI', access: { can: 'manage_models' }, scope: 'write' })

export const openAiKey = api.get('/api/open-ai-key', {
  name: 'openAi.show',
  access: { can: 'see_work' },
  reads: ['open_ai'],
  summary: 'The model that writes the texts of the account, and its own key, masked',
  reply: z.object({ data: ModelSetting }),
})

export const saveOpenAiKey = api.put('/api/open-ai-key', {
  name: 'openAi.save',
  changes: ['open_ai', 'me'],
  audit: 'open_ai_key.saved',
  summary: "Store the account's own model: address, name and key",
  description:
    'The key is tested first; a rejected one is not stored, and the previous one stays. Accounts below use it if their plan supports it. Addresses of private networks are refused. Without `key` the stored key stays, for the same address only.',
  body: z.strictObject({
    key: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    base_url: z._default(z.string().check(z.trim(), z.maxLength(500)), OPEN_AI_BASE_URL),
    model: z._default(text(200), OPEN_AI_MODEL),
    save_untested: z._default(z.boolean(), false),
  }),
  reply: z.object({ data: ModelSetting, message: z.string() }),
  errors: ['validation_failed', 'source_failed', 'rate_limited'],
})

export const testOpenAiKey = api.post('/api/open-ai-key/test', {
  name: 'openAi.test',
  changes: ['open_ai'],
  idempotent: true,
  audit: 'open_ai_key.tested',
  summary: "Ask the vendor whether the account's stored key works; costs nothing",
  reply: z.object({ data: ModelSetting, message: z.string() }),
  errors: ['not_found', 'source_failed', 'rate_limited'],
})

export const deleteOpenAiKey = api.delete('/api/open-ai-key', {
  name: 'openAi.delete',
  changes: ['open_ai', 'me'],
  audit: 'open_ai_key.deleted',
  summary: 'Delete the account’s own key permanently',
  reply: z.object({ data: ModelSetting, message: z.string() }),
  errors: ['not_found'],
})
