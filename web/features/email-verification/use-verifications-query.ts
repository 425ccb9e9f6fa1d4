import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { decodeQuery, encodeQuery, type VerificationsQuery } from './verifications-query.ts'

/** The page's query as the address has it, and the way to change it. */
export function useVerificationsQuery(): [VerificationsQuery, (change: Partial<VerificationsQuery>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const query = useMemo(() => decodeQuery(raw), [raw])
  const change = useCallback(
    (part: Partial<VerificationsQuery>) =>
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => encodeQuery({ ...decodeQuery(now), ...part })) as never,
        resetScroll: false,
      }),
    [navigate],
  )
  return [query, change]
}
