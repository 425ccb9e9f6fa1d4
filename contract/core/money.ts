import * as z from 'zod/mini'

/** Supported currencies with their decimals. Amounts are in minor units. */
export const CURRENCIES = {
  AED: 2,
  AUD: 2,
  BHD: 3,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  ILS: 2,
  INR: 2,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  RON: 2,
  SAR: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TRY: 2,
  USD: 2,
  VND: 0,
  ZAR: 2,
} as const
export type Currency = keyof typeof CURRENCIES

export const CurrencyCode = z.enum(Object.keys(CURRENCIES) as [Currency, ...Currency[]])
/** Whole minor units: cents of USD, yen of JPY, fils of KWD. */
export const MinorAmount = z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))

/** Parses `49.00` of USD to 4900; null if it is no amount of the currency. */
export function readMinor(decimal: string, currency: Currency): number | null {
  const digits = CURRENCIES[currency]
  const match = /^(\d{1,10})(?:\.(\d+))?$/.exec(decimal.trim())
  const [, whole = '', fraction = ''] = match ?? []
  if (!match || fraction.length > digits) return null
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** Formats 4900 of USD as `49.00`. */
export function formatDecimal(minor: number, currency: Currency): string {
  const digits = CURRENCIES[currency]
  if (digits === 0) return String(minor)
  const text = String(minor).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const isCurrency = (code: string): code is Currency => Object.hasOwn(CURRENCIES, code)

/** Formats 4900 of USD as `USD 49.00`; other currencies in minor units, as payment services report them. */
export const moneyText = (minor: number, currency: string): string =>
  isCurrency(currency) ? `${currency} ${formatDecimal(minor, currency)}` : `${minor} ${currency}`
