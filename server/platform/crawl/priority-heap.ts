export interface PriorityHeap<Item> {
  push(item: Item): void
  peek(): Item | undefined
  pop(): Item | undefined
  /** Every item, unsorted. */
  items(): readonly Item[]
}

/** Creates a binary heap. `sorted`, when given, must already be sorted. */
export function createPriorityHeap<Item>(
  compare: (a: Item, b: Item) => number,
  sorted: readonly Item[] = [],
): PriorityHeap<Item> {
  const heap = [...sorted]
  const isBefore = (a: number, b: number): boolean => compare(heap[a] as Item, heap[b] as Item) < 0
  const swap = (a: number, b: number): void => {
    const item = heap[a] as Item
    heap[a] = heap[b] as Item
    heap[b] = item
  }

  const sink = (): void => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      let first = at
      if (left < heap.length && isBefore(left, first)) first = left
      if (left + 1 < heap.length && isBefore(left + 1, first)) first = left + 1
      if (first === at) return
      swap(at, first)
      at = first
    }
  }

  return {
    push(item) {
      heap.push(item)
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isBefore(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    peek: () => heap[0],
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length > 0) {
        heap[0] = last as Item
        sink()
      }
      return first
    },
    items: () => heap,
  }
}
