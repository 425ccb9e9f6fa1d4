/**
 * Processes items, `limit` at a time, and yields finished results in groups: while the caller is busy with one
 * group, work continues and fills the next. An item is taken only when a slot is free and not too many results wait,
 * so an endless list costs no memory. A failure ends the stream with its error, after the earlier results; work in
 * progress is awaited first.
 */
export async function* inParallel<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result[], void, undefined> {
  const iterator = items[Symbol.iterator]()
  const running = new Set<Promise<void>>()
  let finished: Result[] = []
  let failure: { error: unknown } | null = null
  let ended = false
  let wake: () => void = () => {}

  const startOne = (): void => {
    const next = iterator.next()
    if (next.done) {
      ended = true
      return
    }
    const job: Promise<void> = work(next.value)
      .then(
        (result) => void finished.push(result),
        (error: unknown) => {
          failure ??= { error }
        },
      )
      .finally(() => {
        running.delete(job)
        fill()
        wake()
      })
    running.add(job)
  }
  const fill = (): void => {
    while (!ended && !failure && running.size < limit && finished.length < limit) startOne()
  }

  try {
    for (;;) {
      fill()
      if (finished.length > 0) {
        const group = finished
        finished = []
        yield group
      } else if (failure) {
        throw (failure as { error: unknown }).error
      } else if (running.size === 0) {
        return
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    ended = true
    await Promise.allSettled(running)
  }
}
