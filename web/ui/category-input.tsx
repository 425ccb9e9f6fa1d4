import { useQuery } from '@tanstack/react-query'
import { categories } from '#contract/vocabulary.ts'
import { call } from '../lib/api.ts'
import { endpointQuery } from '../lib/query-client.ts'
import { SuggestInput, type Suggestion } from './suggest-input.tsx'

interface CategoryInputProps {
  label: string
  /** A category's id, or words that the server understands as one. */
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  help?: string | undefined
  error?: string | undefined
}

const load = async (q: string, signal: AbortSignal): Promise<Suggestion<string>[]> => {
  const { data } = await call(categories, { query: { q, limit: 12 }, signal, quiet: true })
  return data.map(({ id, label, terms }) => ({
    key: id,
    label,
    hint: terms.slice(0, 4).join(', '),
    item: id,
  }))
}

/** The readable form of a category's id; undefined while it is not known, or when the text is no id. */
export function useCategoryLabel(value: string): string | undefined {
  const found = useQuery({
    ...endpointQuery(categories, { query: { q: value, limit: 10 } }),
    enabled: value.includes('/'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return found.data?.data.find((category) => category.id === value)?.label
}

/** Picks a kind of business by name or synonym. */
export function CategoryInput({ label, value, onChange, placeholder, help, error }: CategoryInputProps) {
  const readable = useCategoryLabel(value)
  return (
    <SuggestInput
      label={label}
      text={readable ?? value}
      onText={onChange}
      onPick={onChange}
      source="categories"
      load={load}
      placeholder={placeholder}
      description={help}
      error={error}
      maxLength={100}
    />
  )
}
