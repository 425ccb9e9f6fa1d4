/**
 * The same items, but the next one is being made while the consumer works on the last: reading and normalising
 * then cost no time beside a database that writes. Holds at most one item more.
 */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const pull = () => {
    const next = iterator.next()
    // A failure is heard when the consumer asks; until then it is nobody's fault.
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
