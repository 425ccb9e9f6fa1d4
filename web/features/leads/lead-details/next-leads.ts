/** A page of a result, as the server answered it. */
interface Page {
  data: readonly { id: number }[]
  currentPage: number
  pageSize: number
  total: number
}

/** A place in a result, from 0; `gone` when the lead that was there does not any more and the next one took it. */
export interface Place {
  at: number
  gone: boolean
}

/** The place of a lead in the whole result; null when it is not on this page. */
export function placeOn(page: Page, leadId: number): number | null {
  const index = page.data.findIndex(({ id }) => id === leadId)
  return index < 0 ? null : (page.currentPage - 1) * page.pageSize + index
}

/** The places before and after one; null at the ends of the result. */
export function placesBeside({ at, gone }: Place, total: number): { back: number | null; on: number | null } {
  const on = gone ? at : at + 1
  return { back: at > 0 ? at - 1 : null, on: on < total ? on : null }
}

/** The place to go to when the lead at a place goes away: the next one moves up, and at the end there is the one before. */
export const placeAfterLoss = (at: number, total: number): number | null =>
  total > 1 ? Math.min(at, total - 2) : null

/** Where a place stands: the number of its page and its place on that, from 0. */
export const onPages = (at: number, pageSize: number): { page: number; index: number } => ({
  page: Math.floor(at / pageSize) + 1,
  index: at % pageSize,
})
