import { UNDO_MS } from '#contract/constants.ts'
import { showToast } from '../lib/toast.ts'

/** Says what happened and offers to take it back for 10 seconds. */
export function showUndoToast(message: string, undo: () => void): void {
  showToast({ kind: 'success', message, duration: UNDO_MS, action: { label: 'Undo', run: undo } })
}
