/** The envelope of one page of a list: the rows, which page of which size they are, and how many there are. */
export const pageReply = <Row>(data: Row[], query: { page: number; limit: number }, total: number) => ({
  data,
  currentPage: query.page,
  pageSize: query.limit,
  total,
})
