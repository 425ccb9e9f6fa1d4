import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'

/** Tabs of a list's page: its leads, or their companies. */
export type ListTab = 'leads' | 'companies'

/** Whether leads of a type are companies or come from their websites: only those have the companies tab. */
export const hasCompanies = (type: ListTypeId): boolean => LIST_TYPES[type].actions.includes('get-employees')

const tabSearch = pageSearch({ tab: oneOf<ListTab, ListTab>(['leads', 'companies'], 'leads') })

/** The tab of the address. */
export function useListTab(type: ListTypeId): ListTab {
  const [{ tab }] = usePageSearch(tabSearch)
  return hasCompanies(type) ? tab : 'leads'
}
