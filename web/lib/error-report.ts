import { ApiError, call } from './api.ts'
import { MissingFileError } from './chunk-reload.ts'
import { shell } from './endpoints.ts'

const WINDOW_MS = 60_000
const MOST_PER_WINDOW = 10

/** Limits reports: each error once a minute, ten different ones in all. `now` in epoch ms. */
export function createReportGate(): (fingerprint: string, now: number) => boolean {
  const sent = new Map<string, number>()
  return (fingerprint, now) => {
    for (const [key, at] of sent) if (now - at >= WINDOW_MS) sent.delete(key)
    if (sent.has(fingerprint) || sent.size >= MOST_PER_WINDOW) return false
    sent.set(fingerprint, now)
    return true
  }
}

const gate = createReportGate()

/** Refused calls and outages were already shown; aborts and the browser's resize notice are no errors. */
const isNoise = (error: unknown): boolean =>
  error instanceof ApiError ||
  (error instanceof MissingFileError && error.isOutage) ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  String((error as Error | undefined)?.message ?? error).startsWith('ResizeObserver loop')

/** Reports an uncaught error to the server (POST /api/log-app-error). Never throws or shows anything. */
export function reportError(error: unknown, info?: string): void {
  if (isNoise(error)) return
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 4000)
  const stack = error instanceof Error ? (error.stack ?? null) : null
  if (!gate(`${message}\n${stack?.split('\n')[1] ?? ''}`, Date.now())) return
  const place = `${location.pathname}${info ? `\n${info}` : ''}`
  const release = document.querySelector('meta[name="release"]')?.getAttribute('content')
  const body = {
    message,
    err: stack?.slice(0, 20_000) ?? null,
    info: place.slice(0, 4000),
    ...(release && { release }),
  }
  // Shown instead: nothing: no person requested it
  call(shell.logAppError, { body, quiet: true }).catch(() => {})
}

/** Reports all uncaught errors. Call once at startup. */
export function watchErrors(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message, event.filename))
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason, 'unhandled rejection'))
}
