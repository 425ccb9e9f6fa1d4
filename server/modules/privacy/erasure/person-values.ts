import type { Erasure } from '#contract/privacy/suppression.ts'
import { profileKey, type ReadValue, readValue } from '#server/modules/privacy/suppression/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isRoleName } from '#server/providers/email-verifiers/index.ts'

type PersonKind = Erasure['kind']
export type PersonValue = ReadValue & { kind: PersonKind }
export type Person = { email?: string; phone?: string; profile?: string }

/** Identifiers of a lead or a corpus person. */
export interface Names {
  email: string | null
  phone: string | null
  urls: string[]
}

/** The value that identifies the person. @throws AppError validation_failed on its field. */
export function namedBy(person: Person): PersonValue {
  for (const kind of ['email', 'phone', 'profile'] as const) {
    const values = person[kind]
    if (values === undefined) continue
    const read = readValue(values)
    if (read?.kind === kind) return { kind, value: read.value }
    const hint = { email: 'Enter a valid email address', phone: 'Enter a phone number with its country code' }
    throw invalidField(kind, kind === 'profile' ? 'Enter a profile URL' : hint[kind])
  }
  throw invalidField('email', 'Enter an email, phone or profile')
}

/** An address such as `info@` belongs to everyone at the company. */
const ownEmail = (email: string | null): ReadValue | null =>
  email && !isRoleName(email.slice(0, email.lastIndexOf('@'))) ? readValue(email) : null

/**
 * Other names of the same person: emails, profiles and phones.
 * @param isShared whether a phone is also someone else's
 */
export async function otherValues(
  names: readonly Names[],
  isShared: (phone: string) => Promise<boolean>,
): Promise<PersonValue[]> {
  const found = new Map<string, PersonValue>()
  for (const { email, phone, urls } of names) {
    const profiles = urls.map((url): ReadValue | null => {
      const value = profileKey(url)
      return value ? { kind: 'profile', value } : null
    })
    const number = phone && !(await isShared(phone)) ? readValue(phone) : null
    for (const value of [ownEmail(email), ...profiles, number])
      if (value && value.kind !== 'domain') found.set(`${value.kind} ${value.value}`, value as PersonValue)
  }
  return [...found.values()]
}

/** Those of `more` that are not among `known`. */
export const newValues = (known: readonly PersonValue[], more: readonly PersonValue[]): PersonValue[] =>
  more.filter(({ kind, value }) => !known.some((entry) => entry.kind === kind && entry.value === value))
