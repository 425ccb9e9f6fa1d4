import { setTimeout as sleepTimer } from 'node:timers/promises'
import { OutboundError } from './outbound-error.ts'

/** The time limit of a request, from DNS look-up to the last byte of the body. */
export interface Deadline {
  /** Fires with an OutboundError (`timeout` or `aborted`) as its reason. */
  signal: AbortSignal
  remainingMs(): number
  /** Clears the timer; call it when the request has ended. */
  clear(): void
}

/** Starts a deadline of `timeoutMs` that also ends when the caller's own `outer` signal fires. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const endsAt = performance.now() + timeoutMs
  const timer = setTimeout(() => controller.abort(new OutboundError('timeout')), timeoutMs)
  const cancel = () => controller.abort(new OutboundError('aborted', outer?.reason))
  if (outer?.aborted) cancel()
  else outer?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', cancel)
    },
  }
}

/** Waits `ms`, or rejects as soon as `signal` fires. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleepTimer(ms, undefined, { signal })
}

/** The outcome of `work`, or a rejection with the signal's reason as soon as it fires. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
