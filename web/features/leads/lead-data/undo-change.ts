import { undoChange } from '#contract/leads/lead-edits.ts'
import { call } from '#web/lib/api.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { ListTarget } from './use-leads.ts'

/** Undoes one change of leads; the call itself reports the result. */
export const takeBack = async (target: ListTarget, token: number): Promise<void> => {
  await call(undoChange, { params: target, body: { undo_token: token } }).catch(() => {})
}

/** Reports a change with an undo; nothing without changes. */
export function offerUndo(target: ListTarget, reply: { message?: string; undo_token?: number }): void {
  const { message, undo_token: token } = reply
  if (message === undefined || token === undefined) return
  showUndoToast(message, () => void takeBack(target, token))
}
