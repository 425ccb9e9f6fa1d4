import type { Lead } from '#contract/leads/leads.ts'

/** A lead's value of a field; columns of the row itself are not in `values`. */
export function leadValue(lead: Lead, name: string): string | number | undefined {
  const value = lead.values[name]
  if (value !== undefined) return value
  if (name === 'added_at') return lead.added_at
  if (name === 'email_state') return lead.email_state ?? undefined
  return undefined
}

/** Title of a lead: its name, or else its best distinguishing value. */
export function leadTitle(lead: Lead): string {
  for (const name of ['name', 'email', 'domain', 'website', 'handle']) {
    const value = lead.values[name]
    if (value !== undefined && value !== '') return String(value)
  }
  return `Lead ${lead.id}`
}
