export interface Toast {
  kind: 'success' | 'error' | 'info'
  message: string
  /** Milliseconds until it disappears; 5000 by default. */
  duration?: number
  /** One action. `isUndo`: Ctrl+Z takes it too. */
  action?: { label: string; run: () => void; isUndo?: true }
}

type Sink = (toast: Toast) => void

let sink: Sink | undefined
const waiting: Toast[] = []

/** Connects the component that renders toasts; earlier ones are shown now. */
export function setToastSink(next: Sink): void {
  sink = next
  for (const toast of waiting.splice(0)) next(toast)
}

/** Shows a toast. Works outside of React, so that the API client can use it. */
export function showToast(toast: Toast): void {
  if (sink) sink(toast)
  else waiting.push(toast)
}
