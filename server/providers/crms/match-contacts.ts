import type { CrmContact, CrmIdentity, CrmMatch } from './crm-adapter.ts'

/** A number by its digits alone, as two spellings of it are compared. */
export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^00/, '')

/** Whether two spellings may be one number: a national one is the end of the international one. */
function samePhone(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  if (a.length < 7 || b.length < 7) return a === b && a !== ''
  return a === b || a.endsWith(b.replace(/^0/, '')) || b.endsWith(a.replace(/^0/, ''))
}

/** Which of the contacts a lead is: the one that it was sent to before counts before any address. */
export function matchContact(
  { remoteId, email, phone }: CrmIdentity,
  contacts: readonly CrmContact[],
): CrmMatch {
  const known = remoteId === null ? undefined : contacts.find(({ id }) => id === remoteId)
  const byEmail =
    email === null ? undefined : contacts.find(({ emails }) => emails.includes(email.toLowerCase()))
  const byPhone =
    phone === null ? undefined : contacts.find(({ phones }) => phones.some((one) => samePhone(one, phone)))
  return { byEmail: known ?? byEmail ?? null, byPhone: byPhone ?? null }
}
