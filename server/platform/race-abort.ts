/**
 * The same promise, but an abort rejects at once with its reason, even if the work ignores the signal. The later
 * outcome of the work is ignored.
 */
export async function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const abort = Promise.withResolvers<never>()
  const onAbort = () => abort.reject(signal.reason)
  // Both may lose the race and reject later, unhandled.
  abort.promise.catch(() => {})
  work.catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([abort.promise, work])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
