interface Page<T> {
  data: T[]
  total: number
}

/** Reads the pages needed for `wanted` records. `total` is the count of all records. */
export async function readPages<T>(
  maxRecords: number,
  largest: number,
  read: (page: number, limit: number) => Promise<Page<T>>,
): Promise<Page<T>> {
  const limit = Math.min(maxRecords, largest)
  const data: T[] = []
  for (let page = 1; ; page++) {
    const reply = await read(page, limit)
    data.push(...reply.data)
    const enough = data.length >= Math.min(maxRecords, reply.total) || reply.data.length === 0
    if (enough) return { data: data.slice(0, maxRecords), total: reply.total }
  }
}
