import { nextCursor } from '../db/paging.ts'

/** The envelope of one page of a list that is read by number only. */
export const numberedPage = <Row>(data: Row[], query: { page: number; limit: number }, total: number) => ({
  data,
  currentPage: query.page,
  pageSize: query.limit,
  total,
})

/**
 * The envelope of one page of a list: the rows, which page of which size they are, how many there are, and the cursor
 * behind them.
 */
export const pageReply = <Row>(data: Row[], query: { page: number; limit: number }, total: number) => ({
  ...numberedPage(data, query, total),
  next_cursor: nextCursor(data),
})
