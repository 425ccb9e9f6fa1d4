import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { placeText, type SearchDraft } from './search-draft.ts'

/** A title in running text: "Craft Brewery" reads "craft brewery", "BBQ Restaurant" reads "BBQ restaurant". */
const inSentence = (text: string): string => text.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase())

const idText = (id: string): string => (id.split('/').pop() || id).replaceAll('_', ' ')

/** `acme.example`, `acme.example and 11 more`. */
const domainWords = (domains: unknown): string => {
  const [first, ...others] = Array.isArray(domains) ? domains : []
  if (typeof first !== 'string') return ''
  return others.length > 0 ? `${first} and ${formatNumber(others.length)} more` : first
}

/** A value as the text that its part of the name is made of. */
const textOf = (kind: SearchFormItem['kind'], value: unknown): unknown => {
  if (kind === 'place') return placeText(value)
  return kind === 'domains' ? domainWords(value) : value
}

/** Words before the text of an input in running text: "CTO at Acme in Germany". */
const BEFORE: Readonly<Record<string, string>> = { company: 'at ', place: 'in ', region: 'in ' }

/** What one input adds to the name; kinds that say nothing about the leads are absent. */
const PARTS: Partial<Record<SearchFormItem['kind'], (value: string, label: string | undefined) => string>> = {
  category: (value, label) => inSentence(label ?? idText(value)),
  text: (value) => value.trim(),
  place: (value) => `near ${value}`,
  domains: (value) => value,
}

/**
 * A name for the list that the search makes, e.g. "brewery near Portland, Oregon". `categoryLabel` is the
 * readable form of the chosen category when it is known.
 */
export function suggestName(draft: SearchDraft, categoryLabel?: string): string {
  const { name, searchForm } = LIST_TYPES[draft.type]
  const parts = searchForm.flatMap((item) => {
    const part = PARTS[item.kind]
    const value = textOf(item.kind, draft.values[item.name])
    return part && typeof value === 'string' && value.trim()
      ? [`${item.kind === 'text' ? (BEFORE[item.name] ?? '') : ''}${part(value, categoryLabel)}`]
      : []
  })
  const subject = parts.join(' ')
  if (draft.values.source === 'sample') return subject ? `Sample: ${subject}` : `Sample: ${inSentence(name)}`
  return (subject || inSentence(name)).slice(0, 200)
}
