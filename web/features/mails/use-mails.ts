import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { mails, retryMail, showMail } from '#contract/mail.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { isUnderWay } from './mail-labels.ts'
import { decodeMailsQuery, encodeMailsQuery, type MailsQuery, toApiQuery } from './mails-query.ts'

/** How often the page looks again while mails wait or are being sent, in milliseconds. */
const LOOK_AGAIN_MS = 5000

/** The page's query as the address has it, and the way to change it. */
export function useMailsQuery(): [MailsQuery, (change: Partial<MailsQuery>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const query = useMemo(() => decodeMailsQuery(raw), [raw])
  const change = useCallback(
    (part: Partial<MailsQuery>) =>
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) =>
          encodeMailsQuery({ ...decodeMailsQuery(now), ...part })) as never,
        resetScroll: false,
      }),
    [navigate],
  )
  return [query, change]
}

/** A page of mails, looked at again for as long as some of them are under way. */
export const useMails = (query: MailsQuery) =>
  useQuery({
    ...endpointQuery(mails, { query: toApiQuery(query) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data ?? []) ? LOOK_AGAIN_MS : false),
  })

/** One mail with what it says. */
export const useMail = (id: number) =>
  useQuery({
    ...endpointQuery(showMail, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isUnderWay([state.data.data]) ? LOOK_AGAIN_MS : false),
  })

/** Sends a mail again. */
export const useRetry = () => useMutation({ mutationFn: (id: number) => call(retryMail, { params: { id } }) })
