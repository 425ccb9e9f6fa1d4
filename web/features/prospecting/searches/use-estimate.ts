import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { FILTER_DEBOUNCE_MS, QUOTE_MINUTES } from '#contract/core/constants.ts'
import { countSearch, createQuote, previewSearch } from '#contract/prospecting/searches.ts'
import { ApiError } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { keepFigures } from './keep-figures.ts'
import { checkDraft, type SearchDraft } from './search-draft.ts'

const EMPTY_BODY = { search: {} }

/** The server's messages by input. */
function serverErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const own = Object.entries(error.fields).filter(([path]) => path.startsWith('search.'))
  return Object.fromEntries(own.map(([path, message]) => [path.slice('search.'.length), message]))
}

/**
 * Free count, quote and preview of the search in the form, 300 ms after the last change; a newer request
 * cancels the older one. `errors` are messages by input, from the type's schema first, then from the server.
 */
export function useEstimate(draft: SearchDraft, listId?: number) {
  const { type, values, limit, onlyNew } = draft
  const checked = useMemo(() => checkDraft(draft), [draft])
  const request = useMemo(
    () => ({ type, values, limit, onlyNew, checked }),
    [type, values, limit, onlyNew, checked],
  )
  const [debounced] = useDebouncedValue(request, FILTER_DEBOUNCE_MS)
  const usable = checked.ok && debounced.checked.ok
  const search = debounced.checked.ok ? debounced.checked.search : EMPTY_BODY.search
  const keep = keepFigures(debounced.type, 'source' in search ? search.source : undefined)
  const count = useEndpoint(
    countSearch,
    { body: { type: debounced.type, search } },
    { enabled: usable, placeholderData: keep },
  )
  const quote = useEndpoint(
    createQuote,
    {
      body: {
        type: debounced.type,
        search,
        only_new: debounced.onlyNew,
        ...(listId === undefined ? {} : { list_id: listId }),
        ...(debounced.limit === null ? {} : { limit: debounced.limit }),
      },
    },
    {
      enabled: usable && count.isSuccess && !count.isPlaceholderData,
      // Leads and credits may have changed since the last search.
      refetchOnMount: 'always',
      staleTime: (QUOTE_MINUTES - 1) * 60_000,
      gcTime: (QUOTE_MINUTES - 1) * 60_000,
      placeholderData: keep,
    },
  )
  const preview = useEndpoint(
    previewSearch,
    { body: { type: debounced.type, search } },
    {
      enabled: usable && count.isSuccess && !count.isPlaceholderData && count.data.data.matched > 0,
      refetchOnMount: 'always',
      placeholderData: keep,
    },
  )
  /** Whether the figures belong to the current form. */
  const current = JSON.stringify({ ...debounced, checked: 0 }) === JSON.stringify({ ...request, checked: 0 })
  const settled = current && usable && quote.isSuccess && !quote.isPlaceholderData
  const errors = checked.ok ? { ...serverErrors(count.error), ...serverErrors(quote.error) } : checked.errors
  return { checked, count, quote, preview, settled, errors }
}

export type Estimate = ReturnType<typeof useEstimate>
