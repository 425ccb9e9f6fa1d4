import * as z from 'zod/mini'
import { Done, dataReply, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { CUSTOM_FIELD_PREFIX } from '../leads/custom-fields.ts'
import { AI_LANGUAGES, AI_LIST_TYPES, PROMPT_TYPES } from './ai-prompt-types.ts'
import { AiListTypeInput } from './ai-text.ts'
import { AI_PROVIDERS } from './open-ai.ts'

export const MAX_PROMPT_LENGTH = 4000
/** Maximum number of prompts of an account, without deleted ones. */
export const MAX_PROMPTS = 200

/** Contents of a prompt version; immutable once saved. */
const content = {
  text: text(MAX_PROMPT_LENGTH).check(
    z.describe('The instruction, with variables such as {{ lead.company }} and {{ business.offer }}'),
  ),
  max_characters: z.int().check(z.minimum(20), z.maximum(2000)),
  language: z.enum(AI_LANGUAGES),
}
export const PromptContent = z.object(content)
export type PromptContent = z.output<typeof PromptContent>

/** A built-in prompt (without id) or one of the account's. */
export const FineTune = z.object({
  id: z.nullable(Id).check(z.describe('Null for a built-in prompt')),
  type: z.enum(AI_LIST_TYPES),
  prompt_type: z.enum(PROMPT_TYPES),
  name: z.string(),
  field: z.string().check(z.describe('The field of leads that its texts fill')),
  is_default: z.boolean(),
  is_shared: z.boolean().check(z.describe('Whether the whole team sees it')),
  is_mine: z.boolean(),
  ...content,
  version: z.int().check(z.describe('0 for a default prompt that the platform has not changed')),
  updated_by: z.nullable(z.string()),
  updated_at: z.nullable(Timestamp),
})
export type FineTune = z.output<typeof FineTune>

const api = defineArea({ tag: 'AI', access: { module: 'leads' }, scope: 'write' })

export const fineTunes = api.get('/api/business-details/fine-tunes', {
  name: 'fineTunes.index',
  reads: ['fine_tunes'],
  summary: 'Prompts of the account by list type and prompt type, optionally with built-in ones',
  query: z.strictObject({
    type: z.optional(AiListTypeInput),
    prompt_type: z.optional(z.enum(PROMPT_TYPES)),
    show_default: z._default(z.stringbool(), false),
  }),
  reply: dataReply(z.array(FineTune)),
})

const fields = {
  name: text(100),
  ...content,
  is_shared: z._default(z.boolean(), false),
}

export const createFineTune = api.create('/api/business-details/fine-tunes', {
  name: 'fineTunes.create',
  changes: ['fine_tunes'],
  audit: 'prompt.created',
  idempotent: true,
  summary: 'Create a prompt',
  description:
    '`field` names a custom text field that its texts fill instead of the field of its type. An unknown variable is refused with its name.',
  body: z.strictObject({
    type: AiListTypeInput,
    prompt_type: z.enum(PROMPT_TYPES),
    field: z.optional(z.string().check(z.startsWith(CUSTOM_FIELD_PREFIX), z.maxLength(60))),
    ...fields,
  }),
  reply: z.object({ data: FineTune, message: z.string() }),
  errors: ['validation_failed', 'conflict'],
})

export const updateFineTune = api.put('/api/business-details/fine-tunes/{id}', {
  name: 'fineTunes.update',
  changes: ['fine_tunes'],
  audit: 'prompt.changed',
  summary: 'Change a prompt; a changed text becomes a new version',
  description:
    '`version` is the version you edited; if someone else saved another one since, the answer is `conflict`.',
  body: z.strictObject({ ...fields, version: z.int().check(z.minimum(1)) }),
  reply: z.object({ data: FineTune, message: z.string() }),
  errors: ['validation_failed', 'conflict'],
})

export const deleteFineTune = api.delete('/api/business-details/fine-tunes/{id}', {
  name: 'fineTunes.delete',
  changes: ['fine_tunes'],
  audit: 'prompt.deleted',
  summary: 'Delete a prompt; its texts stay',
  reply: Done,
})

export const PromptVersion = z.object({
  version: z.int(),
  ...content,
  created_by: z.nullable(z.string()),
  created_at: Timestamp,
})
export type PromptVersion = z.output<typeof PromptVersion>

export const fineTuneVersions = api.get('/api/business-details/fine-tunes/{id}/versions', {
  name: 'fineTunes.versions',
  reads: ['fine_tunes'],
  summary: 'Every version of a prompt, newest first',
  reply: dataReply(z.array(PromptVersion)),
})

export const restoreFineTune = api.post('/api/business-details/fine-tunes/{id}/restore', {
  name: 'fineTunes.restore',
  changes: ['fine_tunes'],
  idempotent: true,
  audit: 'prompt.changed',
  summary: 'Restore an earlier version as a new one',
  body: z.strictObject({ version: z.int().check(z.minimum(1)) }),
  reply: z.object({ data: FineTune, message: z.string() }),
  errors: ['conflict'],
})

export const generateFineTune = api.post('/api/business-details/generateFineTune', {
  name: 'fineTunes.generate',
  acting: 'write',
  scope: 'read',
  changesNothing: true,
  summary: 'Draft a prompt from the business profile; nothing is saved',
  description:
    'Your own model writes it; without one it combines the built-in prompt and the business profile. Costs no credits.',
  body: z.strictObject({
    type: AiListTypeInput,
    prompt_type: z.enum(PROMPT_TYPES),
    instructions: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    language: z._default(z.enum(AI_LANGUAGES), 'en'),
  }),
  reply: dataReply(z.object({ ...content, name: z.string(), provider: z.enum(AI_PROVIDERS) })),
  errors: ['source_failed', 'rate_limited'],
})

const Variables = z.array(z.object({ name: z.string(), label: z.string() }))

export const defaultQuestions = api.get('/api/get-all-openai-default-questions', {
  name: 'fineTunes.defaults',
  summary: 'The seven built-in prompts of every list type, with the variables that prompts may use',
  reply: z.object({
    data: z.array(FineTune),
    variables: z.object({ people: Variables, local: Variables, influencer: Variables, single: Variables }),
  }),
})
