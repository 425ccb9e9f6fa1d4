import { UNDO_MS } from '#contract/core/constants.ts'
import { showToast } from '../lib/toast.ts'

/** Says what happened and offers to take it back for 10 seconds. What goes wrong then is said by the call itself. */
export function showUndoToast(message: string, undo: () => unknown): void {
  const run = () => void Promise.resolve(undo()).catch(() => {})
  showToast({ kind: 'success', message, duration: UNDO_MS, action: { label: 'Undo', run } })
}
