/**
 * Iterates a stream until it ends or the signal aborts. An abort throws its reason at once, even while the stream
 * waits for something that ignores the signal; the stream is asked to end but not awaited.
 */
export async function* abortable<Item>(
  stream: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncIterable<Item> {
  const iterator = stream[Symbol.asyncIterator]()
  let fail = (_reason: unknown): void => {}
  const onAbort = () => fail(signal.reason)
  // Not a race with one promise for all items: that would keep each of them until the stream ends.
  const takeNext = () =>
    new Promise<IteratorResult<Item>>((resolve, reject) => {
      fail = reject
      if (signal.aborted) onAbort()
      iterator.next().then(resolve, reject)
    })
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for (let next = await takeNext(); !next.done; next = await takeNext()) yield next.value
  } finally {
    signal.removeEventListener('abort', onAbort)
    iterator.return?.().catch(() => {})
  }
}
