import { MODULE_LABELS, MODULES, type ModuleSlug, type Role } from '#contract/core/constants.ts'

export const ROLE_LABELS: Record<Role, string> = {
  user: 'Owner',
  related: 'Member',
  admin: 'Administrator',
}

/** Modules a person may use; `null` means all of the account's. */
export function moduleLabel(granted: readonly ModuleSlug[] | null): string {
  if (granted === null) return 'Everything'
  const labels = MODULES.filter((slug) => granted.includes(slug)).map((slug) => MODULE_LABELS[slug])
  return labels.join(', ') || 'None'
}

/** First and last name, or else the email. */
export const personName = (person: { first_name: string; last_name?: string; email: string }): string =>
  `${person.first_name} ${person.last_name ?? ''}`.trim() || person.email
