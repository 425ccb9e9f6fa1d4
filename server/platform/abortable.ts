/**
 * Iterates a stream until it ends or the signal aborts. An abort throws its reason at once, even while the stream
 * waits for something that ignores the signal; the stream is asked to end but not awaited.
 */
export async function* abortable<Item>(
  stream: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncIterable<Item> {
  const iterator = stream[Symbol.asyncIterator]()
  const abort = Promise.withResolvers<never>()
  const onAbort = () => abort.reject(signal.reason)
  // Unhandled between two items.
  abort.promise.catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    for (;;) {
      const next = await Promise.race([abort.promise, iterator.next()])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    iterator.return?.().catch(() => {})
  }
}
