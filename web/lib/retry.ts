import { ApiError } from './api-error.ts'

/** Delays between attempts, in milliseconds. */
const RETRY_DELAYS = [300, 1000, 3000] as const

/** Resolves after `ms`; rejects with the signal's reason if aborted first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Delay after attempt number `attempt` (from 0); undefined to give up. */
function nextDelay(error: unknown, attempt: number): number | undefined {
  const planned = RETRY_DELAYS[attempt]
  if (planned === undefined || !(error instanceof ApiError) || !error.isTemporary) return undefined
  // "Not implemented" (501) stays the same however often it is requested.
  if (error.status === 501) return undefined
  // The browser is offline: fail at once instead of showing a spinner for seconds.
  if (error.code === 'network' && globalThis.navigator?.onLine === false) return undefined
  return Math.min(Math.max(planned, error.retryAfterMs ?? 0), 10_000)
}

/** Retries `task` after temporary errors. Only for work that is safe to repeat. */
export async function withRetry<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await task()
    } catch (error) {
      const wait = nextDelay(error, attempt)
      if (wait === undefined) throw error
      await delay(wait, signal)
    }
  }
}
