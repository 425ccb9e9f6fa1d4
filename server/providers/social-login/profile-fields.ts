import * as z from 'zod/mini'

const LONGEST_NAME = 100
// Control characters don't belong in a name and would end up in mails and tables.
const CONTROLS = /\p{Cc}+/gu

const name = z.catch(z.string(), '')

/** The person's names from the vendor, truncated to the maximum. Anything but text counts as none. */
export function personNames(first: unknown, last: unknown, whole: unknown): [first: string, last: string] {
  const [firstName, lastName] = [tidyName(first), tidyName(last)]
  return firstName || lastName ? [firstName, lastName] : [tidyName(whole), '']
}

const tidyName = (value: unknown): string =>
  [...z.parse(name, value).replace(CONTROLS, ' ').trim()].slice(0, LONGEST_NAME).join('').trim()

const email = z.catch(z.nullable(z.email().check(z.maxLength(254))), null)

/** The address, or null when it is invalid. */
export const emailOrNull = (value: unknown): string | null => z.parse(email, value)

/** A vendor's id of a person. */
export const Subject = z.string().check(z.minLength(1), z.maxLength(255))
