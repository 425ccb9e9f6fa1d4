import type { ListTypeId } from '#contract/list-types/index.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { hasCompanies } from './built-actions.ts'

/** What the page of a list shows: its leads, or the companies behind them. */
export type ListTab = 'leads' | 'companies'

const tabSearch = pageSearch({ tab: oneOf<ListTab, ListTab>(['leads', 'companies'], 'leads') })

/** The tab that the address names. */
export function useListTab(type: ListTypeId): ListTab {
  const [{ tab }] = usePageSearch(tabSearch)
  return hasCompanies(type) ? tab : 'leads'
}
