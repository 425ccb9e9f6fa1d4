import {
  type AiLanguage,
  type AiListType,
  PROMPT_TYPE_LABELS,
  type PromptType,
} from '#contract/ai/ai-prompt-types.ts'
import { MAX_PROMPT_LENGTH, type PromptContent } from '#contract/ai/ai-prompts.ts'
import type { AiProvider } from '#contract/ai/open-ai.ts'
import { AppError } from '#server/platform/errors.ts'
import { completeAll, type Model, ModelError } from '#server/providers/models/index.ts'
import { defaultPrompt } from './default-prompts.ts'
import { checkPromptText, promptVariables } from './prompt-variables.ts'

export interface DraftRequest {
  type: AiListType
  prompt_type: PromptType
  instructions: string
  language: AiLanguage
}

export type PromptDraft = PromptContent & { name: string; provider: AiProvider }

/** The business profile's addition to a prompt; empty without a profile. */
export interface BusinessTexts {
  tone: string
  proof: string
  banned_phrases: readonly string[]
}

const MAX_TOKENS = 800

/** Our default with the business profile and the person's notes: needs no model. */
function assembleDraft({ type, prompt_type, instructions, language }: DraftRequest, business: BusinessTexts) {
  const { text, max_characters, name } = defaultPrompt(type, prompt_type)
  const parts = [
    text,
    business.tone && 'Write in this manner: {{ business.tone }}',
    prompt_type === 'direct' && business.proof && 'You may name this as proof: {{ business.proof }}',
    // Braces typed by the person are not variables.
    instructions && `Also: ${instructions.replace(/[{}%]/g, '').replace(/\s+/g, ' ').trim()}`,
  ].filter(Boolean)
  return {
    name: `${name}, my way`,
    text: parts.join('\n').slice(0, MAX_PROMPT_LENGTH).trim(),
    max_characters,
    language,
  }
}

const SYSTEM = `You write instructions ("prompts") for a program that writes sales texts about leads. Answer with the instruction only, in plain text, at most 120 words. Use variables in double braces, and only those of the list.`

/** A draft by a model; ours replaces an empty one or one with unknown variables. */
export async function draftPrompt(
  request: DraftRequest,
  { business, model, signal }: { business: BusinessTexts; model: Model; signal: AbortSignal },
): Promise<PromptDraft> {
  const ours = assembleDraft(request, business)
  if (model.provider === 'template') return { ...ours, provider: 'template' }
  const variables = promptVariables(request.type)
    .map(({ name, label }) => `{{ ${name} }}: ${label}`)
    .join('\n')
  const content = [
    `Kind of text: ${PROMPT_TYPE_LABELS[request.prompt_type]}.`,
    `Our own instruction for it, to be improved upon:\n${ours.text}`,
    request.instructions && `Instructions: ${request.instructions}`,
    `Variables:\n${variables}`,
  ].filter(Boolean)
  try {
    const task = { promptType: request.prompt_type, sources: [], lead: {}, business: { name: '', offer: '' } }
    const messages = [
      { role: 'system' as const, content: SYSTEM },
      { role: 'user' as const, content: content.join('\n\n') },
    ]
    const { text } = await completeAll(model, { messages, task, maxTokens: MAX_TOKENS }, signal)
    const draft = text.trim().slice(0, MAX_PROMPT_LENGTH)
    checkPromptText(draft, request.type, [])
    return draft ? { ...ours, text: draft, provider: model.provider } : { ...ours, provider: 'template' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) return { ...ours, provider: 'template' }
    if (!(error instanceof ModelError)) throw error
    throw new AppError('source_failed', error.message, {
      details: { code: error.code, retryable: !error.endsRun },
      cause: error,
    })
  }
}
