import { useMutation } from '@tanstack/react-query'
import { deleteLeads, type LeadFilters, restoreLeads } from '#contract/leads.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { type Selection, toLeadSelection } from './selection.ts'
import type { ListTarget } from './use-leads.ts'

/** Puts selected leads in the bin, with ten seconds to take it back, or brings them back from it. */
export function useBulkActions(target: ListTarget, filters: LeadFilters, onDone: () => void) {
  const restoreByToken = useMutation({
    mutationFn: (token: number) => call(restoreLeads, { params: target, body: { undo_token: token } }),
  })
  const remove = useMutation({
    mutationFn: (selection: Selection) =>
      call(deleteLeads, { params: target, body: toLeadSelection(selection, filters), quiet: 'message' }),
    onSuccess: ({ count, undo_token }) => {
      const words = `${formatCount(count, 'lead')} put in the bin`
      showUndoToast(words, () => undo_token !== undefined && restoreByToken.mutate(undo_token))
      onDone()
    },
  })
  const restore = useMutation({
    mutationFn: (ids: number[]) => call(restoreLeads, { params: target, body: { resultIds: ids } }),
    onSuccess: onDone,
  })
  return { remove, restore, busy: remove.isPending || restore.isPending }
}
