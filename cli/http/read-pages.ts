interface Page<T> {
  data: T[]
  total: number
  /** Null at the end; absent for a list that is read by page number only. */
  next_cursor?: string | null
}

/** What a call is sent to read one page. */
export type Paging = { limit: number; page: number } | { limit: number; cursor: string }

/** Reads the pages needed for `maxRecords` records, by cursor where the list has one. `total` counts all records. */
export async function readPages<T>(
  maxRecords: number,
  largest: number,
  read: (paging: Paging) => Promise<Page<T>>,
): Promise<Page<T>> {
  const limit = Math.min(maxRecords, largest)
  const data: T[] = []
  let paging: Paging = { page: 1, limit }
  for (let page = 2; ; page++) {
    const reply = await read(paging)
    data.push(...reply.data)
    const { next_cursor: cursor, total } = reply
    const isEnd = cursor === undefined ? data.length >= total || reply.data.length === 0 : cursor === null
    if (isEnd || data.length >= maxRecords) return { data: data.slice(0, maxRecords), total }
    paging = cursor ? { cursor, limit } : { page, limit }
  }
}
