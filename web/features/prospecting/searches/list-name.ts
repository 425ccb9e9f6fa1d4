import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { placeText, type SearchDraft } from './search-draft.ts'

/**
 * A title within a sentence: "Craft Brewery" becomes "craft brewery", "BBQ Restaurant" becomes "BBQ
 * restaurant".
 */
const inSentence = (text: string): string => text.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase())

const idText = (id: string): string => (id.split('/').pop() || id).replaceAll('_', ' ')

/** `acme.example`, `acme.example and 11 more`. */
const domainText = (domains: unknown): string => {
  const [first, ...others] = Array.isArray(domains) ? domains : []
  if (typeof first !== 'string') return ''
  return others.length > 0 ? `${first} and ${formatNumber(others.length)} more` : first
}

/** The text of a value for the name. */
const formatValue = (kind: SearchFormItem['kind'], value: unknown): unknown => {
  if (kind === 'place') return placeText(value)
  return kind === 'domains' ? domainText(value) : value
}

/** Prepositions before the text of an input: "CTO at Acme in Germany". */
const BEFORE: Readonly<Record<string, string>> = { company: 'at ', place: 'in ', region: 'in ' }

/** Parts of the name by kind of input; kinds that don't describe the leads are absent. */
const PARTS: Partial<Record<SearchFormItem['kind'], (value: string, label: string | undefined) => string>> = {
  category: (value, label) => inSentence(label ?? idText(value)),
  text: (value) => value.trim(),
  place: (value) => `near ${value}`,
  domains: (value) => value,
}

/**
 * Suggests a name for the new list, such as "brewery near Portland, Oregon". `categoryLabel` is the label of
 * the chosen category, if known.
 */
export function suggestName(draft: SearchDraft, categoryLabel?: string): string {
  const { name, searchForm } = LIST_TYPES[draft.type]
  const parts = searchForm.flatMap((item) => {
    const part = PARTS[item.kind]
    const value = formatValue(item.kind, draft.values[item.name])
    return part && typeof value === 'string' && value.trim()
      ? [`${item.kind === 'text' ? (BEFORE[item.name] ?? '') : ''}${part(value, categoryLabel)}`]
      : []
  })
  const subject = parts.join(' ')
  if (draft.values.source === 'sample') return subject ? `Sample: ${subject}` : `Sample: ${inSentence(name)}`
  return (subject || inSentence(name)).slice(0, 200)
}
