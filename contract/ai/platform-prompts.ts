import * as z from 'zod/mini'
import { dataReply, Id, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { AI_LIST_TYPES, PROMPT_TYPES } from './ai-prompt-types.ts'
import { PromptContent, PromptVersion } from './ai-prompts.ts'
import { AI_REVIEWS, AI_TEXT_STATES } from './ai-text.ts'
import { AI_PROVIDERS, MODEL_LEVELS } from './open-ai.ts'

/** A built-in prompt available to every account. */
export const PlatformPrompt = z.extend(PromptContent, {
  type: z.enum(AI_LIST_TYPES),
  prompt_type: z.enum(PROMPT_TYPES),
  name: z.string(),
  version: z.int().check(z.describe('0 for the unchanged built-in text')),
  is_built_in: z.boolean(),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(Timestamp),
})
export type PlatformPrompt = z.output<typeof PlatformPrompt>

export const PlatformPromptVersion = z.extend(PromptVersion, {
  created_at: z.nullable(Timestamp).check(z.describe('Null for the built-in text')),
})
export type PlatformPromptVersion = z.output<typeof PlatformPromptVersion>

const api = defineArea({ tag: 'Platform prompts', access: { can: 'see_admin' }, scope: 'admin' })
const params = z.object({ type: z.enum(AI_LIST_TYPES), prompt_type: z.enum(PROMPT_TYPES) })
const path = '/api/admin/prompts/{type}/{prompt_type}' as const
const reply = z.object({ data: PlatformPrompt, message: z.string() })

export const platformPrompts = api.get('/api/admin/prompts', {
  name: 'platformPrompts.index',
  reads: ['platform_prompts'],
  summary: 'Default prompts of all list types, with their last editor',
  reply: dataReply(z.array(PlatformPrompt)),
  cli: {
    name: 'prompts list',
    summary: 'Default prompts of every account, with their versions',
    columns: {
      TYPE: 'type',
      KIND: 'prompt_type',
      VERSION: 'is_built_in?built in ?? version',
      INSTRUCTION: 'text',
    },
  },
})

export const platformPromptVersions = api.get(`${path}/versions`, {
  name: 'platformPrompts.versions',
  reads: ['platform_prompts'],
  summary: 'Every version of a default prompt, newest first; version 0 is the built-in text',
  params,
  reply: dataReply(z.array(PlatformPromptVersion)),
})

export const updatePlatformPrompt = api.put(path, {
  name: 'platformPrompts.update',
  access: { can: 'administer' },
  changes: ['platform_prompts', 'fine_tunes', 'histories'],
  audit: 'platform_prompt.changed',
  summary: 'Change a default prompt; a changed text becomes a new version',
  description:
    '`version` is the version you edited; if someone else saved another one since, the answer is `conflict`. Active runs keep their version.',
  params,
  body: z.strictObject({ ...PromptContent.shape, version: z.int().check(z.minimum(0)) }),
  reply,
  errors: ['conflict', 'validation_failed'],
})

export const restorePlatformPrompt = api.post(`${path}/restore`, {
  name: 'platformPrompts.restore',
  access: { can: 'administer' },
  changes: ['platform_prompts', 'fine_tunes', 'histories'],
  idempotent: true,
  audit: 'platform_prompt.changed',
  summary: 'Restore an earlier version of a default prompt as a new one; 0 is the built-in text',
  params,
  body: z.strictObject({ version: z.int().check(z.minimum(0)) }),
  reply,
  errors: ['conflict'],
  cli: {
    name: 'prompts restore',
    summary: 'Restore an earlier version of a default prompt; 0 is the built-in one',
    args: { TYPE: 'type', KIND: 'prompt_type', VERSION: 'version' },
    examples: ['leadwright prompts restore local summary 0'],
  },
})

/** A text generation without its content: account, cost and verdict. */
export const Generation = z.object({
  id: Id,
  account_id: Id,
  account: z.string(),
  run_id: Id,
  list_type: z.enum(AI_LIST_TYPES),
  prompt_type: z.enum(PROMPT_TYPES),
  prompt_name: z.string(),
  prompt_version: z.int(),
  is_platform_prompt: z.boolean(),
  state: z.enum(AI_TEXT_STATES),
  reason: z.nullable(z.string()),
  review: z.nullable(z.enum(AI_REVIEWS)),
  provider: z.enum(AI_PROVIDERS),
  level: z.enum(MODEL_LEVELS).check(z.describe('Owner of the key it was written with')),
  model: z
    .nullable(z.string())
    .check(z.describe('Null for templates, and for texts from before it was recorded')),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  credits: z.number().check(z.describe('Its share of the cost of its run; a run is rounded up once')),
  verdict: z
    .object({ quoted: z.int(), not_verified: z.int(), dropped: z.int() })
    .check(z.describe('Sentences by the result of their quote check; dropped ones were left out')),
  created_at: Timestamp,
})
export type Generation = z.output<typeof Generation>

export const generations = api.get('/api/admin/ai-texts', {
  name: 'generations.index',
  reads: ['ai_texts'],
  summary: 'Text generations of all accounts, newest first',
  description:
    '`search` finds accounts by name, by the email of a member, or by number. The texts are not shown.',
  query: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(AI_TEXT_STATES)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  }),
  reply: page(Generation),
  cli: {
    name: 'generations list',
    summary: 'AI texts of all accounts with model, tokens, credits and the verdict of their quotes',
    limit: 50,
    columns: {
      AT: 'created_at',
      ACCOUNT: 'account',
      STATE: 'state',
      MODEL: 'model ?? provider',
      '>TOKENS': '|tokens',
      '>CREDITS': 'credits',
      '>QUOTED': 'verdict.quoted',
      '>NOT VERIFIED': 'verdict.not_verified',
      '>LEFT OUT': 'verdict.dropped',
    },
  },
})
