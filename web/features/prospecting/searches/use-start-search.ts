import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { type ListRef, listRef } from '#web/lib/list-ref.ts'
import { noteRecent } from '#web/lib/recent.ts'
import { useUser } from '#web/lib/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { hasLongValues } from './use-search-draft.ts'

export interface SearchRequest {
  type: ListRef['type']
  name: string
  search: Record<string, unknown>
  limit: number | null
  onlyNew: boolean
  /** The service by which the list is ordered when it opens. */
  needs: number | null
  /** Its order otherwise. */
  sort?: string | null
  checkWebsites?: boolean
  quoteId?: number
  maxCost?: number
}

const part = <K extends string, V>(key: K, value: V | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [P in K]?: V }

/** Leads the wallet can still pay for, if the server refused for lack of credits; else null. */
export function readAffordable(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'insufficient_credits') return null
  const { affordable } = error.details
  return typeof affordable === 'number' ? affordable : 0
}

/**
 * Starts a search into a new list, or into `into`, and opens the list. The same request carries the same key,
 * so repeated clicks start it once.
 */
export function useStartSearch(into: ListRef | undefined) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const intent = useIntentKey()
  const { id: userId } = useUser()
  /** Records the form's URL in the history, without values that are too long for it. */
  const noteSearch = (label: string) => {
    if (!hasLongValues())
      noteRecent(userId, { kind: 'search', href: location.pathname + location.search, label })
  }
  return useMutation({
    mutationFn: (request: SearchRequest) => {
      const { type, name, search, limit, onlyNew, checkWebsites, quoteId, maxCost } = request
      const fields = {
        search,
        only_new: onlyNew,
        ...(checkWebsites && { check_websites: true }),
        ...part('limit', limit),
        ...part('quote_id', quoteId),
        ...part('max_cost', maxCost),
      }
      // Shown instead: the list's page, where the search runs
      const options = { idempotencyKey: intent.keyFor(request), quiet: true }
      return into
        ? call(searchIntoList, { params: { id: into.id }, body: fields, ...options })
        : call(createList, { body: { name, type, ...fields }, ...options })
    },
    onSuccess: async ({ data }, { name, needs, sort: order = null }) => {
      intent.forget()
      noteSearch(name)
      const search = part('sort', needs === null ? order : `-${WHY_FIELD.name}:${needs}`)
      await navigate({ to: `/saved-lists/${listRef(data.type, data.id)}`, search })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'quote_expired') return
      // Nothing has changed, but the quote is no longer valid: a new price has to be shown before it is paid.
      void client.invalidateQueries({ queryKey: [createQuote.name] })
      showToast({ kind: 'info', message: 'The price has changed. Check it and start again.' })
    },
  })
}
