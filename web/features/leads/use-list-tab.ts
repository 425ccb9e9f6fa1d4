import { useSearch } from '@tanstack/react-router'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { hasCompanies } from './actions/built-actions.ts'

/** What the page of a list shows: its leads, or the companies behind them. */
export type ListTab = 'leads' | 'companies'

/** The tab that the address names. */
export function useListTab(type: ListTypeId): ListTab {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown }
  return tab === 'companies' && hasCompanies(type) ? 'companies' : 'leads'
}
