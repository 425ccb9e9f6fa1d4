/**
 * The same items, but the next one is prepared while the consumer processes the current one: reading and normalizing
 * then take no extra time next to database writes. Buffers at most one item.
 */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const pull = () => {
    const next = iterator.next()
    // A failure is thrown when the consumer asks for the item; until then it must not count as unhandled.
    next.catch(() => {})
    return next
  }
  let next = pull()
  try {
    for (;;) {
      const item = await next
      if (item.done) return
      next = pull()
      yield item.value
    }
  } finally {
    await next.catch(() => {})
    await iterator.return?.()
  }
}
