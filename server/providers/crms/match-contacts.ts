import type { CrmContact, CrmIdentity, CrmMatch } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'

/** The digits of a phone number, for comparisons. */
export const readDigits = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^00/, '')

/** Whether two numbers may be the same: the national form is a suffix of the international one. */
function samePhone(left: string, right: string): boolean {
  const [a, b] = [readDigits(left), readDigits(right)]
  if (a.length < 7 || b.length < 7) return a === b && a !== ''
  return a === b || a.endsWith(b.replace(/^0/, '')) || b.endsWith(a.replace(/^0/, ''))
}

/** The contact of a lead: the one it was sent to before takes precedence over matching addresses. */
export function matchContact(
  { remoteId, email, phone }: CrmIdentity,
  contacts: readonly CrmContact[],
): CrmMatch {
  const known = remoteId === null ? undefined : contacts.find(({ id }) => id === remoteId)
  const byEmail =
    email === null ? undefined : contacts.find(({ emails }) => emails.includes(email.toLowerCase()))
  const byPhone =
    phone === null ? undefined : contacts.find(({ phones }) => phones.some((text) => samePhone(text, phone)))
  return { byEmail: known ?? byEmail ?? null, byPhone: byPhone ?? null }
}

const TRIES = 5

/**
 * Looks leads up one at a time, for vendors that find one address only. What gets no answer is asked again alone: a
 * batch of lookups as a whole would hardly ever succeed on a bad line.
 */
export async function findEach<Found>(
  wanted: readonly CrmIdentity[],
  find: (identity: CrmIdentity) => Promise<Found>,
): Promise<Found[]> {
  const matches: Found[] = []
  for (let tries = 1; matches.length < wanted.length; )
    try {
      matches.push(await find(wanted[matches.length] as CrmIdentity))
      tries = 1
    } catch (error) {
      if (!(error instanceof CrmError) || !error.retryable || tries >= TRIES) throw error
      tries += 1
    }
  return matches
}
