import { categories } from '#contract/core/vocabulary.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { call } from './api.ts'

/** One suggestion of a category field: `item` is the category's id, `hint` some of its synonyms. */
export interface CategorySuggestion {
  key: string
  label: string
  hint: string
  item: string
}

/** Categories whose name or synonym is like the words, best first. */
export async function loadCategories(q: string, signal: AbortSignal): Promise<CategorySuggestion[]> {
  const { data } = await call(categories, { query: { q, limit: 12 }, signal, quiet: true })
  return data.map(({ id, label, terms }) => ({
    key: id,
    label,
    hint: terms.slice(0, 4).join(', '),
    item: id,
  }))
}

/** The category of an id; `loading` while it is asked for. A text that is no id has none. */
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

/** The readable form of a category's id; undefined while it is not known, or when the text is no id. */
export const useCategoryLabel = (value: string): string | undefined => useCategory(value).label

/** What a field shows for a category: its name, and nothing rather than its id while the name is asked for. */
export function useCategoryText(value: string): string {
  const { loading, label } = useCategory(value)
  return loading ? '' : (label ?? value)
}
