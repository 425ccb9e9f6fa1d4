/**
 * Works on items, `limit` at a time, and yields each result as soon as it is there. The next item is taken only
 * when a place is free, so an endless list costs no memory. A failure ends the stream with its error; what is still
 * under way then is waited for, so that nothing works on behind the caller's back.
 */
export async function* inParallel<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const iterator = items[Symbol.iterator]()
  const running = new Set<Promise<void>>()
  const finished: Result[] = []
  let failure: { error: unknown } | null = null
  const start = (): boolean => {
    const next = iterator.next()
    if (next.done) return false
    const job: Promise<void> = work(next.value)
      .then(
        (result) => void finished.push(result),
        (error: unknown) => {
          failure ??= { error }
        },
      )
      .finally(() => running.delete(job))
    running.add(job)
    return true
  }
  try {
    let more = true
    for (;;) {
      while (more && !failure && running.size < limit) more = start()
      while (finished.length > 0) yield finished.shift() as Result
      if (failure) throw (failure as { error: unknown }).error
      if (running.size === 0 && !more) return
      if (running.size > 0) await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
}
