import { hasDialog, isTyping, useDocumentKey } from '../lib/keys.ts'
import { undoNewest } from './toasts.tsx'

/** Ctrl+Z or Cmd+Z undoes the change of the newest toast that offers it. In a text field it is the field's own. */
export function useUndoKey(): void {
  useDocumentKey((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
    if (!isUndo || event.defaultPrevented || isTyping(event.target) || hasDialog()) return
    if (undoNewest()) event.preventDefault()
  })
}
