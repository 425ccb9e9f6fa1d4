/** One short message on the screen's corner. */
export interface Toast {
  kind: 'success' | 'error' | 'info'
  message: string
  /** Milliseconds until it leaves by itself; the product's 5000 by default. */
  duration?: number
  /** A single way to react, e.g. Undo. */
  action?: { label: string; run: () => void }
}

type Sink = (toast: Toast) => void

let sink: Sink | undefined
const waiting: Toast[] = []

/** Connects the part that draws toasts; what was said before it was there is shown now. */
export function setToastSink(next: Sink): void {
  sink = next
  for (const toast of waiting.splice(0)) next(toast)
}

/** Shows a toast. Works outside React, so the API client can use it. */
export function showToast(toast: Toast): void {
  if (sink) sink(toast)
  else waiting.push(toast)
}
