import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { shell } from '#web/lib/endpoints.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { dismissChecklist } from './checklist-endpoints.ts'
import { countProgress, type Progress } from './checklist-steps.ts'
import { setChecklistOpen } from './checklist-store.ts'

type Answer = Reply<typeof shell.checklist>

const query = endpointQuery(shell.checklist)

const isOpen = (answer: Answer | undefined): boolean =>
  answer === undefined || !countProgress(answer.data).closed

/**
 * Progress of the person; undefined until known. A list that fails to load is not shown. Once dismissed it is not
 * refetched.
 */
export function useChecklist(): Progress | undefined {
  const { data } = useQuery({ ...query, enabled: ({ state }) => isOpen(state.data) })
  return data && countProgress(data.data)
}

/** Dismisses the checklist and offers to bring it back. The focus moves to the page, because the list is gone. */
export function useDismiss() {
  const client = useQueryClient()
  const send = (dismissed: boolean) => call(dismissChecklist, { body: { dismissed } })
  const keep = (answer: Answer) => client.setQueryData(query.queryKey, answer)
  return useMutation({
    mutationFn: () => send(true),
    onSuccess: (answer) => {
      keep(answer)
      setChecklistOpen(false)
      document.getElementById('content')?.focus()
      showUndoToast('“Getting started” dismissed', () => void send(false).then(keep, () => {}))
    },
  })
}

/** Brings the checklist back and opens it: beside the navigation, or as a drawer on a small screen. */
export function useReopen(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void call(dismissChecklist, { body: { dismissed: false } }).then(
      (answer) => {
        client.setQueryData(query.queryKey, answer)
        setChecklistOpen(true)
      },
      () => {},
    )
  }, [client])
}

/** Refetches on every page change while steps are left. */
export function useChecklistRefresh(): void {
  const client = useQueryClient()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const progress = useChecklist()
  const watching = progress !== undefined && !progress.closed
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other page is a reason to look
  useEffect(() => {
    if (watching) void client.refetchQueries({ queryKey: query.queryKey, stale: true })
  }, [path])
}
