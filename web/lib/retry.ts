import { ApiError } from './api-error.ts'

/** Waits before the next try, in milliseconds. */
const RETRY_DELAYS = [300, 1000, 3000] as const

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
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

/** How long to wait before try number `attempt` (from 0), or undefined to give up. */
function nextDelay(error: unknown, attempt: number): number | undefined {
  const planned = RETRY_DELAYS[attempt]
  if (planned === undefined || !(error instanceof ApiError) || !error.isTemporary) return undefined
  // A page of "not built yet" (501) stays the same however often it is asked for.
  if (error.status === 501) return undefined
  // The browser knows that it has no network: better to say so at once than to turn a button for seconds.
  if (error.code === 'network' && globalThis.navigator?.onLine === false) return undefined
  return Math.min(Math.max(planned, error.retryAfterMs ?? 0), 10_000)
}

/** Runs `task` again after temporary faults. Only for work that may safely happen twice. */
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
