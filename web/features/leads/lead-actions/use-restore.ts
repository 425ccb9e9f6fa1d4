import { useMutation } from '@tanstack/react-query'
import { restoreLeads } from '#contract/leads/leads.ts'
import { call } from '#web/lib/api.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

/** Restores leads from the trash. */
export function useRestore(target: ListTarget, onDone: () => void) {
  return useMutation({
    mutationFn: (ids: number[]) => call(restoreLeads, { params: target, body: { resultIds: ids } }),
    onSuccess: onDone,
  })
}
