import type { Formats } from '#contract/core/locales.ts'
import { wordFor } from '#contract/core/plural.ts'

type DateOptions = Intl.DateTimeFormatOptions

/** The browser's formats, where the person has not chosen. */
const BROWSER: Formats = { time_zone: null, locale: null, hour_cycle: null }

/** Formatters of one choice of formats, created on first use. */
function makeFormatters({ time_zone, locale, hour_cycle }: Formats) {
  const language = locale ?? undefined
  const cache = new Map<string, unknown>()
  const once = <Formatter>(key: string, make: () => Formatter): Formatter => {
    const found = (cache.get(key) as Formatter | undefined) ?? make()
    cache.set(key, found)
    return found
  }
  const zone = time_zone ? { timeZone: time_zone } : {}
  const cycle = hour_cycle ? { hourCycle: hour_cycle } : {}
  return {
    language,
    number: (options: Intl.NumberFormatOptions = {}) =>
      once(`n${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options)),
    date: (options: DateOptions) =>
      once(
        `d${JSON.stringify(options)}`,
        () =>
          new Intl.DateTimeFormat(language, {
            ...zone,
            ...(options.timeStyle || options.hour ? cycle : {}),
            ...options,
          }),
      ),
    relative: () =>
      once('r', () => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })),
    regions: () => once('c', () => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })),
  }
}

let chosen = JSON.stringify(BROWSER)
let by = makeFormatters(BROWSER)

/** Sets the person's formats for dates, times and numbers; null for the browser's. */
export function setFormats(formats: Formats | null): void {
  const next = JSON.stringify(formats ?? BROWSER)
  if (next === chosen) return
  chosen = next
  by = makeFormatters(formats ?? BROWSER)
}

/** The locale used for all formatting, such as `en-US`. */
export const userLocale = (): string => by.language ?? globalThis.navigator?.language ?? 'en'

/** A locale's name in English: `German (Germany)`. */
export const localeName = (locale: string): string =>
  new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale

/** A sample date, time and number in these formats. */
export function formatSample(formats: Formats, at: number): string {
  const like = makeFormatters(formats)
  const moment = like.date({ dateStyle: 'medium', timeStyle: 'short' }).format(at)
  return `${moment} · ${like.number({ minimumFractionDigits: 2 }).format(12_345.6)}`
}

/** The browser's time zone. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones known to the browser. */
export const browserZones = (): string[] => Intl.supportedValuesOf('timeZone')

/** 12,345 in the user's locale. */
export const formatNumber = (value: number): string => by.number().format(value)

/** 12,345.68: at most this many decimals. */
export const formatDecimal = (value: number, decimals = 2): string =>
  by.number({ maximumFractionDigits: decimals }).format(value)

/** 12.3K, for narrow places. */
export const formatCompact = (value: number): string =>
  by.number({ notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** A price such as `€12.50`; `currency` is an ISO 4217 code. */
export const formatMoney = (value: number, currency: string): string =>
  by.number({ style: 'currency', currency }).format(value)

/** A fraction as percent: 0.053 is 5.3%. */
export const formatPercent = (fraction: number): string =>
  by.number({ style: 'percent', maximumFractionDigits: 2 }).format(fraction)

/** Decimal places of a currency: 2 for US dollars, 0 for yen. */
export const countDecimals = (currency: string): number =>
  by.number({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in minor units, such as cents. */
export const formatMinor = (minor: number, currency: string): string =>
  formatMoney(minor / 10 ** countDecimals(currency), currency)

/** A part of a whole as percent; 0 if the whole is 0. A part below 1% keeps one digit: 15 of 8,773 is 0.2%. */
export const formatShare = (part: number, whole: number): string => {
  const share = whole > 0 ? part / whole : 0
  const digits = { maximumSignificantDigits: 1 }
  const options = share > 0 && share < 0.01 ? digits : { maximumFractionDigits: 0 }
  return by.number({ style: 'percent', ...options }).format(share)
}

/** `1 credit`, `12,345 credits`. */
export const formatCredits = (value: number): string => formatCount(value, 'credit')

/** `1 lead`, `12 leads`; the plural adds an s by default. */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${wordFor(value, [one, many])}`

/** Exact date and time in the user's zone, for tooltips. */
export const formatExact = (iso: string): string =>
  by.date({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))

/** A date without a time has no time zone. */
const dayZone = (iso: string): DateOptions => (/^\d{4}-\d{2}-\d{2}$/.test(iso) ? { timeZone: 'UTC' } : {})

/** The date of a time in the user's zone, or of a day (YYYY-MM-DD). */
export const formatDay = (iso: string): string =>
  by.date({ dateStyle: 'medium', ...dayZone(iso) }).format(new Date(iso))

/** `16 Nov`, for a day (YYYY-MM-DD) whose year is clear. */
export const formatShortDay = (iso: string): string =>
  by.date({ day: 'numeric', month: 'short', ...dayZone(iso) }).format(new Date(iso))

/** `Nov 2026`: a month (YYYY-MM). */
export const formatMonth = (month: string): string =>
  by.date({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

/** Short names of the weekdays, from Monday. */
export const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, day) =>
    // 5 January 1970 was a Monday.
    by.date({ weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 5 + day))),
  )

/** `14:05` or `2:05 PM`. */
export const formatTime = (iso: string): string => by.date({ timeStyle: 'short' }).format(new Date(iso))

/** Weekday and time in a zone: `Thu, 14:05`. @throws RangeError for a zone unknown to the browser. */
export const formatTimeIn = (zone: string, at: number): string =>
  by.date({ weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: zone }).format(at)

/** A time in a zone: `Mon, Nov 30, 9:00 AM`. */
export const formatMomentIn = (zone: string, iso: string): string =>
  by
    .date({
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    })
    .format(new Date(iso))

/** Only the day or the time in a zone: `Nov 30`, `9:00 AM`. */
export const formatShortIn = (zone: string, iso: string, part: 'day' | 'time'): string =>
  by
    .date(
      part === 'time'
        ? { hour: 'numeric', minute: '2-digit', timeZone: zone }
        : { month: 'short', day: 'numeric', timeZone: zone },
    )
    .format(new Date(iso))

/** Name of a country by code (`DE`). @throws RangeError for anything else. */
export const formatRegion = (code: string): string => by.regions().of(code) ?? code

/** `a, b and c`: in English, like the surrounding text. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(items)

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
]

/** `3 min. ago`, `yesterday`; the date itself after 30 days. `now` in epoch milliseconds. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  let amount = (new Date(iso).getTime() - now) / 1000
  if (Math.abs(amount) < 10) return 'just now'
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(amount)) < size) return by.relative().format(Math.round(amount), unit)
    amount /= size
  }
  return formatDay(iso)
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** A size in steps of 1,000: `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1000 ** step
  return `${formatDecimal(value, value < 10 && step > 0 ? 1 : 0)} ${UNITS[step]}`
}
