import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LeadSelection } from '../leads/leads.ts'
import { canonicalListType, LIST_TYPE_NAMES } from '../leads/list-types/index.ts'
import { priceFields } from '../leads/paid-request.ts'
import { AI_LIST_TYPES, type AiListType, PROMPT_TYPES } from './ai-prompt-types.ts'
import { AI_PROVIDERS, MODEL_LEVELS } from './open-ai.ts'

export const PREVIEW_ROWS = 5
/** Value of a row when its sources support no statement. */
export const NO_SIGNAL = 'NO_SIGNAL'

export const AI_TEXT_STATES = ['queued', 'answered', 'written', 'no_signal', 'failed', 'not_tried'] as const
export type AiTextState = (typeof AI_TEXT_STATES)[number]

/** State of a written text: `open` waits for review, `preview` is never added to a row. */
export const AI_REVIEWS = ['open', 'accepted', 'edited', 'rejected', 'replaced', 'preview'] as const
export type AiReview = (typeof AI_REVIEWS)[number]

const AI_LIST_TYPE_NAMES = LIST_TYPE_NAMES.filter((word) =>
  (AI_LIST_TYPES as readonly string[]).includes(canonicalListType(word)),
)

/** A list type with texts, by any of its names: `industry` is read as `local`. */
export const AiListTypeInput = z.pipe(
  z.enum(AI_LIST_TYPE_NAMES),
  z.transform((word) => canonicalListType(word) as AiListType),
)

/** Where a sentence comes from. */
export const Citation = z.object({
  kind: z.enum(['field', 'page', 'signal', 'training', 'business']),
  title: z.string(),
  url: z.nullable(z.string()),
  date: z.nullable(z.string()),
  quote: z.string().check(z.describe('The clauses of the source that the model quoted')),
})
export type Citation = z.output<typeof Citation>

/** Result of comparing a sentence with the passages it cites. */
export const SENTENCE_STATES = ['quoted', 'not_verified'] as const
export type SentenceState = (typeof SENTENCE_STATES)[number]

/** A second model's opinion on an unverified sentence. No guarantee: a person still compares. */
export const MODEL_OPINIONS = ['supported', 'not_supported'] as const
export type ModelOpinion = (typeof MODEL_OPINIONS)[number]

export const AiSentence = z.object({
  text: z.string(),
  state: z
    .nullable(z.enum(SENTENCE_STATES))
    .check(
      z.describe(
        '`quoted` repeats a clause of its source except for the subject; `not_verified` has a quote that a person must compare; null for sentences written by a person and for closing questions',
      ),
    ),
  opinion: z
    .optional(z.enum(MODEL_OPINIONS))
    .check(z.describe('The model’s opinion on a `not_verified` sentence, if the run requested it')),
  citations: z.array(Citation),
})
export type AiSentence = z.output<typeof AiSentence>

export const AiText = z.object({
  id: Id,
  run_id: Id,
  list_id: Id,
  type: z.enum(AI_LIST_TYPES),
  lead_id: Id,
  lead_name: z.nullable(z.string()),
  /** Index of its prompt in the run. */
  prompt: z.int(),
  prompt_type: z.enum(PROMPT_TYPES),
  prompt_name: z.string(),
  version: z.int(),
  field: z.string(),
  state: z.enum(AI_TEXT_STATES),
  reason: z.nullable(z.string()).check(z.describe('Why no text was written')),
  text: z.nullable(z.string()),
  sentences: z.array(AiSentence),
  dropped: z
    .array(z.object({ text: z.string(), reason: z.string() }))
    .check(z.describe('Refused sentences, each with the reason')),
  review: z.nullable(z.enum(AI_REVIEWS)),
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(Timestamp),
  provider: z.enum(AI_PROVIDERS),
  tokens: z.int(),
  created_at: Timestamp,
})
export type AiText = z.output<typeof AiText>

/** The prompt: one of the account's, or the built-in one of the type. */
export const PromptChoice = z.strictObject({
  prompt_type: z.enum(PROMPT_TYPES),
  fine_tune_id: z.optional(z.nullable(Id)),
  version: z.optional(z.int().check(z.minimum(1))).check(z.describe('An earlier version of the prompt')),
})
export type PromptChoice = z.output<typeof PromptChoice>

const request = {
  selection: LeadSelection,
  prompts: z.array(PromptChoice).check(z.minLength(1), z.maxLength(14)),
  provider: z
    .optional(z.enum(AI_PROVIDERS))
    .check(z.describe('Default: the model, if there is one; `template` writes without')),
  read_websites: z
    ._default(z.boolean(), false)
    .check(z.describe("Reads up to two pages of each lead's own website, within robots.txt")),
  model_check: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'Asks the model a second time whether quotes support the sentences that are not verified. Its answer is shown in the review and has no other effect',
      ),
    ),
  preview: z._default(z.boolean(), false).check(z.describe('The first five leads; no row changes')),
}

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

export const AiTextQuote = z.object({
  id: Id,
  leads: z.int(),
  texts: z.int().check(z.describe('Leads times prompts')),
  provider: z.enum(AI_PROVIDERS),
  level: z.enum(MODEL_LEVELS),
  model: z.nullable(z.string()),
  tokens: Span,
  credits: Span,
  credits_per_1000_tokens: z.int(),
  unit_cost: z.int(),
  available: z.int(),
  expires_at: Timestamp,
})
export type AiTextQuote = z.output<typeof AiTextQuote>

const api = defineArea({ tag: 'AI', access: { module: 'leads' }, scope: 'write' })

export const quoteAiText = api.create('/api/ai-text-quotes', {
  name: 'aiText.quote',
  scope: 'read',
  changesNothing: true,
  idempotent: true,
  summary: 'Tokens and credits of texts before they are written',
  body: z.strictObject({ type: AiListTypeInput, list_id: Id, ...request }),
  reply: z.object({ data: AiTextQuote }),
  errors: ['not_found', 'conflict', 'validation_failed'],
})

const StartedRun = z.object({
  data: z.object({ run: Run, list_id: Id }),
  message: z.optional(z.string()),
})
const startErrors = ['insufficient_credits', 'quote_expired', 'conflict'] as const
const written = ['lists', 'list:{id}', 'runs', 'wallet', 'ai_texts'] as const

export const startAiText = api.create('/api/{type}-results/{id}/ai', {
  name: 'aiText.start',
  scope: 'spend',
  changes: [...written],
  audit: 'run.started',
  summary: 'Write texts about leads of a list',
  description:
    'Every sentence cites its source. Sentences with numbers, names or negations that the source lacks are refused, and a text without sentences is NO_SIGNAL. A sentence that repeats its source is `quoted`, any other `not_verified`. Credits are the vendor’s token count for written texts, rounded once per run; a failed text costs nothing.',
  idempotent: true,
  params: z.object({ type: AiListTypeInput, id: IdParam }),
  body: z.strictObject({
    ...request,
    review: z
      ._default(z.boolean(), true)
      .check(
        z.describe(
          'Texts are added to leads only after a review. With false, only those with a `not_verified` sentence wait for one',
        ),
      ),
    ...priceFields,
  }),
  reply: StartedRun,
  errors: [...startErrors],
})

export const retryAiText = api.create('/api/runs/{id}/ai-texts/retry', {
  name: 'aiText.retry',
  scope: 'spend',
  changes: ['lists', 'runs', 'wallet', 'ai_texts'],
  audit: 'run.started',
  summary: 'Retry the failed and untried texts of a run',
  description: 'Texts that a later run has written or is writing are left out; `conflict` if none are left.',
  idempotent: true,
  reply: StartedRun,
  errors: [...startErrors],
})

export const aiTexts = api.get('/api/ai-texts', {
  name: 'aiText.index',
  reads: ['ai_texts', 'runs'],
  summary: 'Texts of the account, newest first: of a list, a run or a lead, or those waiting for review',
  query: z.strictObject({
    ...pageQuery,
    list_id: z.optional(IdParam),
    run_id: z.optional(IdParam),
    lead_id: z.optional(IdParam),
    review: z.optional(z.enum(AI_REVIEWS)),
    state: z.optional(z.enum(AI_TEXT_STATES)),
    prompt_type: z.optional(z.enum(PROMPT_TYPES)),
    unwritten: z
      .optional(z.literal('yes'))
      .check(z.describe('Failed or untried texts that no later run has written')),
  }),
  reply: page(AiText),
})

export const reviewAiTexts = api.post('/api/ai-texts/review', {
  name: 'aiText.review',
  changes: ['lists', 'list:*', 'counts:*', 'history:*', 'ai_texts'],
  idempotent: true,
  audit: 'ai_text.reviewed',
  summary: 'Accept or reject waiting texts: these, or all of a list',
  description: 'Accepted texts are written to their field. Texts that were already reviewed are unchanged.',
  body: z.strictObject({
    decision: z.enum(['accept', 'reject']),
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
    list_id: z.optional(Id),
  }),
  reply: z.object({
    success: z.literal(true),
    count: z.int(),
    left: z.int().check(z.describe('Of the list, where one was named')),
    message: z.string(),
  }),
  errors: ['validation_failed'],
})

export const editAiText = api.put('/api/ai-texts/{id}', {
  name: 'aiText.edit',
  changes: ['lists', 'list:*', 'counts:*', 'history:*', 'ai_texts'],
  audit: 'ai_text.reviewed',
  summary: 'Accept a text in your own words',
  description: 'Unchanged sentences keep their sources; the others are yours.',
  body: z.strictObject({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(3000)) }),
  reply: z.object({ data: AiText, message: z.string() }),
  errors: ['conflict'],
})

export const regenerateAiTexts = api.create('/api/ai-texts/regenerate', {
  name: 'aiText.regenerate',
  scope: 'spend',
  changes: ['lists', 'runs', 'wallet', 'ai_texts'],
  audit: 'run.started',
  summary: 'Write texts of one list again; a new text replaces the waiting one',
  idempotent: true,
  body: z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(1000)) }),
  reply: StartedRun,
  errors: ['not_found', ...startErrors],
})
