import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { PageSearch } from '#web/lib/search-change.ts'
import { readTabValue, writeTabValue } from '#web/lib/tab-storage.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { draftSearch, longValues, type SearchDraft, withStored } from './search-draft.ts'

/** Delay (ms) after which the URL follows the form. */
const WRITE_MS = 200

/** Storage key of values that are too long for the URL. */
const STORED_KEY = 'search_values'

/** Whether some values are stored outside of the URL. */
export const hasLongValues = (): boolean => readTabValue(STORED_KEY) !== null

/** The form's parameters, with stored values filled in. */
function storedSearch(fixed?: ListTypeId): PageSearch<SearchDraft> {
  const search = draftSearch(fixed)
  const stored = () => readTabValue<Record<string, unknown>>(STORED_KEY)
  return { ...search, read: (raw) => search.read(withStored(raw, stored())) }
}

/** The form as the URL has it. Typing changes it at once; the URL follows, so that it can be shared. */
export function useSearchDraft(fixed?: ListTypeId): [SearchDraft, (next: SearchDraft) => void] {
  const search = useMemo(() => storedSearch(fixed), [fixed])
  const [arrived, setArrived] = usePageSearch(search)
  const [draft, setDraft] = useState(arrived)
  const written = useRef(JSON.stringify(search.write(draft)))
  const write = useDebouncedCallback((next: SearchDraft) => {
    written.current = JSON.stringify(search.write(next))
    const long = longValues(next)
    writeTabValue(STORED_KEY, Object.keys(long).length > 0 ? long : null)
    setArrived(next, { replace: true })
  }, WRITE_MS)
  // A navigation (a link, the back button) fills the form again.
  useEffect(() => {
    const text = JSON.stringify(search.write(arrived))
    if (text === written.current) return
    written.current = text
    setDraft(arrived)
  }, [arrived, search])
  const change = useCallback(
    (next: SearchDraft) => {
      setDraft(next)
      write(next)
    },
    [write],
  )
  return [draft, change]
}
