import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { keep, readKept } from '#web/lib/kept.ts'
import { decodeDraft, encodeDraft, longValues, type SearchDraft, withKept } from './search-draft.ts'

/** The address follows the form this long after the last change, in milliseconds. */
const WRITE_MS = 200

/** Where values stand that are too long for the address. */
const KEPT_KEY = 'search_values'

/** The form as the address has it. Typing changes it at once; the address follows, so that it can be shared. */
export function useSearchDraft(fixed?: ListTypeId): [SearchDraft, (next: SearchDraft) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const read = useCallback(
    (from: Record<string, unknown>) =>
      decodeDraft(withKept(from, readKept<Record<string, unknown>>(KEPT_KEY)), fixed),
    [fixed],
  )
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => read(raw))
  const written = useRef(JSON.stringify(encodeDraft(draft, fixed)))
  const write = useDebouncedCallback((next: SearchDraft) => {
    const search = encodeDraft(next, fixed)
    written.current = JSON.stringify(search)
    const long = longValues(next)
    keep(KEPT_KEY, Object.keys(long).length > 0 ? long : null)
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  }, WRITE_MS)
  // A change of the address that is not our own (a link, the back button) fills the form anew.
  useEffect(() => {
    const arrived = read(raw)
    const text = JSON.stringify(encodeDraft(arrived, fixed))
    if (text === written.current) return
    written.current = text
    setDraft(arrived)
  }, [raw, read, fixed])
  const change = useCallback(
    (next: SearchDraft) => {
      setDraft(next)
      write(next)
    },
    [write],
  )
  return [draft, change]
}
