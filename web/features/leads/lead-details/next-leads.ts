/** A page of a result from the server. */
interface Page {
  data: readonly { id: number }[]
  currentPage: number
  pageSize: number
  total: number
}

/** A position in a result, from 0; `gone` when its lead was removed and the next one moved up. */
export interface Place {
  at: number
  gone: boolean
}

/** Position of a lead in the whole result; null when it is not on this page. */
export function findPosition(page: Page, leadId: number): number | null {
  const index = page.data.findIndex(({ id }) => id === leadId)
  return index < 0 ? null : (page.currentPage - 1) * page.pageSize + index
}

/** The positions before and after one; null at the ends of the result. */
export function neighborPositions(
  { at, gone }: Place,
  total: number,
): { back: number | null; on: number | null } {
  const on = gone ? at : at + 1
  return { back: at > 0 ? at - 1 : null, on: on < total ? on : null }
}

/** The position to open when a lead is removed: the next one moves up, at the end the previous one. */
export const positionAfterRemoval = (at: number, total: number): number | null =>
  total > 1 ? Math.min(at, total - 2) : null

/** Page number of a position, and its index on that page from 0. */
export const onPages = (at: number, pageSize: number): { page: number; index: number } => ({
  page: Math.floor(at / pageSize) + 1,
  index: at % pageSize,
})
