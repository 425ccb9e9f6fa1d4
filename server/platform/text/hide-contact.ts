import { memoize } from './memoize.ts'
import { phonePlans } from './phone-plans.ts'

const DOT = '•'
/** Minimum of hidden digits, if a number has that many. */
const MIN_HIDDEN_DIGITS = 5
const MOST_HEAD = 4
const TAIL = 2

/** An email address that shows only its first letter and domain: `i…@acme.example`. */
export function hideEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = '', ...rest] = at < 0 ? [] : email.slice(0, at)
  return `${rest.length > 0 ? first : ''}…${at < 0 ? '' : email.slice(at)}`
}

/** A phone number that shows only its country and area: `+1 503 ••• ••00`. A preview masks the same ones again. */
export const hidePhone = memoize((phone) => {
  const shown = phonePlans().parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
  const count = shown.replace(/\D/g, '').length
  const tail = count > MIN_HIDDEN_DIGITS - TAIL + 1 ? TAIL : 0
  const head = Math.max(0, Math.min(MOST_HEAD, count - tail - MIN_HIDDEN_DIGITS))
  let at = 0
  return shown.replace(/\d/g, (digit) => {
    at += 1
    return at <= head || at > count - tail ? digit : DOT
  })
})

const EMAIL = /[^\s@<>()"',;]+@[^\s@<>()"',;]+/g
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi
const PHONE = /\+?\d[\d\s().\u2011/-]{5,}\d/g

/** A text without the contacts in it; the values in `own` are removed in any case. */
export function hideContacts(text: string, own: readonly string[] = []): string {
  const without = own.reduce((rest, value) => (value ? rest.replaceAll(value, '…') : rest), text)
  return without.replace(EMAIL, hideEmail).replace(ADDRESS, '…').replace(PHONE, hidePhone)
}
