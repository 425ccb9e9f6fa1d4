/**
 * The same promise, but an abort rejects at once with its reason, also when the work does not listen to the signal.
 * What the work does afterwards is ignored.
 */
export async function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const abort = Promise.withResolvers<never>()
  const onAbort = () => abort.reject(signal.reason)
  // Both may lose the race and fail later, when nobody listens any more.
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
