import { undoChange } from '#contract/leads/lead-edits.ts'
import { call } from '#web/lib/api.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { ListTarget } from './use-leads.ts'

/** Undoes one change of leads; what came of it, and what went wrong, is said by the call itself. */
export const takeBack = async (target: ListTarget, token: number): Promise<void> => {
  await call(undoChange, { params: target, body: { undo_token: token } }).catch(() => {})
}

/** Says what was changed and offers to undo it; nothing to undo is nothing to say of it. */
export function offerUndo(target: ListTarget, reply: { message?: string; undo_token?: number }): void {
  const { message, undo_token: token } = reply
  if (message === undefined || token === undefined) return
  showUndoToast(message, () => void takeBack(target, token))
}
