import { UNDO_MS } from '#contract/core/constants.ts'
import { showToast } from '../lib/toast.ts'

/** A toast with an Undo button, for 10 seconds; Ctrl+Z does the same. A failing undo call shows its own error. */
export function showUndoToast(message: string, undo: () => unknown): void {
  const run = () => void Promise.resolve(undo()).catch(() => {})
  showToast({ kind: 'success', message, duration: UNDO_MS, action: { label: 'Undo', run, isUndo: true } })
}
