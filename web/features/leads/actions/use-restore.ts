import { useMutation } from '@tanstack/react-query'
import { restoreLeads } from '#contract/leads.ts'
import { call } from '#web/lib/api.ts'
import { type ListTarget, useRefreshLeads } from '../use-leads.ts'

/** Brings leads back from the bin. */
export function useRestore(target: ListTarget, onDone: () => void) {
  const refresh = useRefreshLeads(target)
  return useMutation({
    mutationFn: (ids: number[]) => call(restoreLeads, { params: target, body: { resultIds: ids } }),
    onSuccess: async () => {
      onDone()
      await refresh()
    },
  })
}
