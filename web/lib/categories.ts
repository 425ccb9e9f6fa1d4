import { categories } from '#contract/core/vocabulary.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { call } from './api.ts'

/** A suggestion: `item` is the category's id, `hint` some of its synonyms. */
export interface CategorySuggestion {
  key: string
  label: string
  hint: string
  item: string
}

/** Categories with a matching name or synonym, best first. */
export async function loadCategories(q: string, signal: AbortSignal): Promise<CategorySuggestion[]> {
  // Shown instead: nothing: it only reads
  const { data } = await call(categories, { query: { q, limit: 12 }, signal, quiet: true })
  return data.map(({ id, label, terms }) => ({
    key: id,
    label,
    hint: terms.slice(0, 4).join(', '),
    item: id,
  }))
}

/** The category with this id; `loading` while it is fetched. Free text has none. */
function useCategory(value: string) {
  const found = useEndpoint(
    categories,
    { query: { q: value, limit: 10 } },
    { enabled: value.includes('/'), staleTime: Number.POSITIVE_INFINITY },
  )
  return {
    loading: found.isLoading,
    label: found.data?.data.find((category) => category.id === value)?.label,
  }
}

/** Label of a category; undefined while unknown, and for free text. */
export const useCategoryLabel = (value: string): string | undefined => useCategory(value).label

/** Text of a category field: the label, and nothing instead of the id while it loads. */
export function useCategoryText(value: string): string {
  const { loading, label } = useCategory(value)
  return loading ? '' : (label ?? value)
}
