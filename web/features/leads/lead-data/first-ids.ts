import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'

type FetchPage = (page: number, limit: number) => Promise<{ data: { id: number }[] }>

/** Ids of the first `count` results, page by page; fewer when the result ends before. */
export async function firstIds(count: number, fetchPage: FetchPage): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ids.length < count; page++) {
    const { data } = await fetchPage(page, MAX_PAGE_SIZE)
    ids.push(...data.map((lead) => lead.id))
    if (data.length < MAX_PAGE_SIZE) break
  }
  return ids.slice(0, count)
}
