import { defineQuestion } from '#server/platform/signals.ts'

/**
 * Entity keys of known places with a domain, or of known people with a profile or an email: the keys that searches
 * use. A null profile or email matches nobody.
 */
export const knownEntityKeys = defineQuestion<
  { domain: string } | { linkedinUrl: string | null; email: string | null },
  { key: string; name: string }[]
>('knownEntityKeys')
