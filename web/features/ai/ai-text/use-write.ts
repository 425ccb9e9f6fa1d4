import type { AiListType } from '#contract/ai/ai-prompt-types.ts'
import { type AiTextQuote, type PromptChoice, quoteAiText, startAiText } from '#contract/ai/ai-text.ts'
import { call } from '#web/lib/api.ts'
import type { LeadRequest } from '#web/lib/lead-actions.ts'
import { agreedPrice, useQuotedStart } from '#web/lib/quoted-start.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'

/** Options of a text run. */
export interface WriteRequest {
  prompts: PromptChoice[]
  readWebsites: boolean
  modelCheck: boolean
  review: boolean
}

type Target = { type: AiListType; id: number }

/** The price of the options, updated when they change. */
export function useWriteQuote(
  target: Target,
  { selection }: Pick<LeadRequest, 'selection'>,
  options: WriteRequest,
  on: boolean,
) {
  const body = {
    type: target.type,
    list_id: target.id,
    selection,
    prompts: options.prompts,
    read_websites: options.readWebsites,
    model_check: options.modelCheck,
  }
  const quote = usePagedQuery(quoteAiText, { body }, { enabled: on && options.prompts.length > 0, gcTime: 0 })
  return { quote, isSettled: quote.isSuccess && !quote.isPlaceholderData }
}

interface StartInput {
  request: WriteRequest
  /** Null for a preview. */
  quote: AiTextQuote | null
}

/** Starts a text run or a preview, once per opened dialog. */
export function useWrite(target: Target, { selection }: Pick<LeadRequest, 'selection'>) {
  return useQuotedStart(quoteAiText, ({ request: options, quote }: StartInput, keyFor) => {
    const body = {
      selection,
      prompts: options.prompts,
      read_websites: options.readWebsites,
      model_check: options.modelCheck,
      ...(quote ? { review: options.review, ...agreedPrice(quote) } : { preview: true }),
    }
    // Shown instead: a toast of its own with the reply's message; a preview is in the dialog
    return call(startAiText, { params: target, body, quiet: true, idempotencyKey: keyFor({ target, body }) })
  })
}
