import type { Lead } from '#contract/leads/leads.ts'

/** The value a lead has for a field; what the row itself knows is not in `values`. */
export function leadValue(lead: Lead, name: string): string | number | undefined {
  const value = lead.values[name]
  if (value !== undefined) return value
  if (name === 'added_at') return lead.added_at
  if (name === 'email_state') return lead.email_state ?? undefined
  return undefined
}

/** What a lead is called: its name, else the best other thing that tells it apart. */
export function leadTitle(lead: Lead): string {
  for (const name of ['name', 'email', 'domain', 'website', 'handle']) {
    const value = lead.values[name]
    if (value !== undefined && value !== '') return String(value)
  }
  return `Lead ${lead.id}`
}
