import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AiListType } from '#contract/ai/ai-prompt-types.ts'
import { type AiTextQuote, type PromptChoice, quoteAiText, startAiText } from '#contract/ai/ai-text.ts'
import { ApiError, call } from '#web/lib/api.ts'
import type { LeadRequest } from '#web/lib/lead-actions.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { stopAt } from './ai-labels.ts'

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
  const quote = useQuery({
    ...endpointQuery(quoteAiText, { body }),
    enabled: on && options.prompts.length > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return { quote, isSettled: quote.isSuccess && !quote.isPlaceholderData }
}

interface StartInput {
  request: WriteRequest
  /** Null for a preview. */
  quote: AiTextQuote | null
}

/** Starts a text run or a preview, once per opened dialog. */
export function useWrite(target: Target, { selection }: Pick<LeadRequest, 'selection'>) {
  const client = useQueryClient()
  const intent = useIntentKey()
  return useMutation({
    mutationFn: ({ request: options, quote }: StartInput) => {
      const stop = quote ? stopAt(quote) : null
      const body = {
        selection,
        prompts: options.prompts,
        read_websites: options.readWebsites,
        model_check: options.modelCheck,
        ...(quote ? { review: options.review, quote_id: quote.id } : { preview: true }),
        ...(stop === null ? {} : { max_cost: stop }),
      }
      const idempotencyKey = intent.keyFor({ target, body })
      return call(startAiText, { params: target, body, quiet: true, idempotencyKey })
    },
    onSuccess: () => intent.forget(),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'quote_expired') return
      void client.invalidateQueries({ queryKey: [quoteAiText.name] })
    },
  })
}
