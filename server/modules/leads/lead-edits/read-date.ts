import { Day } from '#contract/core/common.ts'

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T].*)?$/
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T].*)?$/

/** Which part of `03/04/2026` is the day, as far as it shows; undefined for other texts. */
export function slashedOrder(text: string): 'dmy' | 'mdy' | 'open' | undefined {
  const parts = SLASHED.exec(text)
  if (!parts) return undefined
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  if (first > 12 === second > 12) return 'open'
  return first > 12 ? 'dmy' : 'mdy'
}

const iso = (year?: string, month?: string, day?: string) =>
  Day.safeParse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`).data

/** A day as YYYY-MM-DD from `2026-04-03`, `3.4.2026`, or `03/04/2026` in a known order; undefined for other texts. */
export function readDay(text: string, order: 'dmy' | 'mdy' | null): string | undefined {
  const dotted = DOTTED.exec(text)
  if (dotted) return iso(dotted[3], dotted[2], dotted[1])
  const slashed = SLASHED.exec(text)
  if (!slashed) return Day.safeParse(text.slice(0, 10)).data
  const own = slashedOrder(text)
  const known = own === 'open' ? order : own
  const [, first, second, year] = slashed
  // 4/4 is the same in both.
  if (known === 'dmy' || first === second) return iso(year, second, first)
  return known === 'mdy' ? iso(year, first, second) : undefined
}
