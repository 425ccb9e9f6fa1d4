/** The index of the first of the sorted items for which `isBehind` holds; their number when it holds for none. */
export function findSortedIndex<T>(items: readonly T[], isBehind: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
