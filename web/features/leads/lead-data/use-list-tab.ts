import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'

/** What the page of a list shows: its leads, or the companies behind them. */
export type ListTab = 'leads' | 'companies'

/** Whether the leads of a type are companies, or come from their websites: only then there is a tab for these. */
export const hasCompanies = (type: ListTypeId): boolean => LIST_TYPES[type].actions.includes('get-employees')

const tabSearch = pageSearch({ tab: oneOf<ListTab, ListTab>(['leads', 'companies'], 'leads') })

/** The tab that the address names. */
export function useListTab(type: ListTypeId): ListTab {
  const [{ tab }] = usePageSearch(tabSearch)
  return hasCompanies(type) ? tab : 'leads'
}
