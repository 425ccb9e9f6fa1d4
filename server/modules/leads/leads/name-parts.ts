import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { parseName } from '#server/website-reader/index.ts'
import type { LeadRow } from './leads-store.ts'

/** First or last name of a lead, also where its list has only the full name; in business lists that is the company's. */
export function partOfName(
  lead: Pick<LeadRow, 'name' | 'fields'>,
  type: ListTypeId,
  part: 'first_name' | 'last_name',
): string | null {
  const own = lead.fields[part]
  if (own !== undefined && own !== null && own !== '') return String(own)
  if (leadSubject(type) === 'business') return null
  const { first, last } = parseName(lead.name ?? '')
  return (part === 'first_name' ? first : last) || null
}
