interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Works on many items in one go: the first one waits `ms` for others, and `work` gets all of them, in the context of
 * the first. It returns a result for each, in order; what it throws, each of them throws.
 */
export function createGathering<Item, Result>(
  ms: number,
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []

  async function workOn(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length > 1) return
      setTimeout(() => {
        const batch = waiting
        waiting = []
        void workOn(batch)
      }, ms)
    })
}
