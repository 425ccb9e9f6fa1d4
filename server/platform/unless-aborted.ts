/** The result of work that does not listen to the signal, or its abort reason as soon as it aborts. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const abort = Promise.withResolvers<never>()
  // The race may be over before the abort; then nobody waits for it.
  abort.promise.catch(() => {})
  work.catch(() => {})
  const onAbort = () => abort.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, abort.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
