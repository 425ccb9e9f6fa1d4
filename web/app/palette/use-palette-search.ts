import { useDebouncedValue } from '@mantine/hooks'
import { FIND_MIN, find } from '#contract/core/find.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { foundItems, type PaletteItem, stillFound } from './palette-items.ts'

/** Debounce of the server search in milliseconds. */
const PAUSE_MS = 150

interface PaletteSearch {
  items: PaletteItem[]
  /** The server has not answered for the current text. */
  looking: boolean
  failed: boolean
  retry: () => void
}

/** Lists, leads and members that match the text. Typing cancels the previous request. */
export function usePaletteSearch(query: string): PaletteSearch {
  const text = query.trim()
  const [debounced] = useDebouncedValue(text, PAUSE_MS)
  const enough = [...text].length >= FIND_MIN
  const answer = usePagedQuery(
    find,
    { query: { q: debounced } },
    { enabled: enough && [...debounced].length >= FIND_MIN, staleTime: 10_000 },
  )
  const current = debounced === text && answer.isSuccess && !answer.isPlaceholderData
  const items = enough && answer.data ? foundItems(answer.data.data) : []
  const failed = enough && answer.isError && debounced === text
  return {
    items: failed ? [] : current ? items : stillFound(text, items),
    looking: enough && !current && !failed,
    failed,
    retry: () => void answer.refetch(),
  }
}
