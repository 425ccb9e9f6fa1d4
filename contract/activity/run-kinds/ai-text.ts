import * as z from 'zod/mini'
import { AI_LANGUAGES, AI_LIST_TYPES, PROMPT_TYPES } from '../../ai/ai-prompt-types.ts'
import { AI_PROVIDERS, MODEL_LEVELS } from '../../ai/open-ai.ts'
import { defineRun } from './define.ts'

/** A prompt in the version that was current when the run started. */
export const RunPrompt = z.object({
  prompt_type: z.enum(PROMPT_TYPES),
  /** Null for a built-in prompt. */
  fine_tune_id: z.nullable(z.int()),
  version: z.int(),
  name: z.string(),
  /** The field of the lead that stores the text. */
  field: z.string(),
  text: z.string(),
  max_characters: z.int(),
  language: z.enum(AI_LANGUAGES),
})
export type RunPrompt = z.output<typeof RunPrompt>

/** Texts about leads. Written, no signal, failed and not tried add up to all requested ones. */
export const aiTextRun = defineRun({
  kind: 'ai_text',
  input: z.object({
    type: z.enum(AI_LIST_TYPES),
    listId: z.int(),
    prompts: z.array(RunPrompt),
    provider: z.enum(AI_PROVIDERS),
    level: z.enum(MODEL_LEVELS),
    /** Credits per 1,000 tokens when the run started. */
    rate: z.int(),
    maxCost: z.int(),
    /** Whether texts need approval before they are added to the lead. */
    review: z.boolean(),
    /** Previews texts without changing leads. */
    isPreview: z.boolean(),
    /** Whether to read the leads' websites. */
    readWebsites: z.boolean(),
    /** Whether to ask the model again about unverified sentences. Absent in runs of earlier versions. */
    modelCheck: z.optional(z.boolean()),
  }),
  counts: {
    written: 'written',
    no_signal: 'without enough information',
    failed: 'failed',
    not_tried: 'not tried',
    to_review: 'to review',
    tokens: ['token', 'tokens'],
    charged: null,
  },
  outcomes: { written: 'found', no_signal: 'not_found', failed: 'failed', not_tried: 'not_tried' },
  failures: 'failed',
  pieces: () => ['text', 'texts'],
  touches: ['lists', 'list:{list_id}', 'wallet', 'history:{list_id}', 'ai_texts'],
  labels: { name: 'AI text', history: 'AI text written' },
  isPaid: true,
  graceSeconds: 120,
})
