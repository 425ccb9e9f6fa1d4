const number = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })

/** 12,345 in the user's locale. */
export const formatNumber = (value: number): string => number.format(value)

/** 12.3K for tight places. */
export const formatCompact = (value: number): string => compact.format(value)

/** A share between 0 and 1 as percent; 0 when there is nothing to divide by. */
export const formatShare = (part: number, whole: number): string =>
  percent.format(whole > 0 ? part / whole : 0)

/** `1 credit`, `12,345 credits`. */
export const formatCredits = (value: number): string =>
  `${formatNumber(value)} ${Math.abs(value) === 1 ? 'credit' : 'credits'}`

/** `1 lead`, `12 leads`; the plural is the word with an s unless told. */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

/** Exact date and time in the user's zone; the text of titles. */
export const formatExact = (iso: string): string => exact.format(new Date(iso))

/** The day alone. */
export const formatDay = (iso: string): string => day.format(new Date(iso))

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
]

/** `3 min. ago`, `yesterday`; older than 30 days the date itself. `now` in epoch milliseconds. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  let amount = (new Date(iso).getTime() - now) / 1000
  if (Math.abs(amount) < 10) return 'just now'
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(amount)) < size) return relative.format(Math.round(amount), unit)
    amount /= size
  }
  return formatDay(iso)
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes as people read them, in steps of 1,000: `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1000 ** step
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(value)} ${UNITS[step]}`
}
