import { Day } from '#contract/core/common.ts'
import { foldText } from '#server/platform/text/fold-text.ts'

/** Two digits of a year only behind a slash or dot: `01-02-03` is a code. */
const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})(?:[ T,].*)?$/
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:[ T,].*)?$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\D.*)?$/
/** Folded: "2 de enero de 2024", "tue 02 jan 2024 10 00 00 gmt", "02 jan 2024". */
const DAY_MONTH =
  /^(?:\p{L}+ )?(\d{1,2})(?: ?(?:st|nd|rd|th|er|o))? (?:de |of )?(\p{L}+) (?:de |del )?(\d{4}(?= |$)|\d{2}$)/u
/** "january 2 2024", "jan 02 2024 10 00 am". */
const MONTH_DAY = /^(?:\p{L}+ )?(\p{L}+) (\d{1,2})(?: ?(?:st|nd|rd|th))? (\d{4})(?: .*)?$/u

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
let months: Map<string, string> | null = null

/** Months by their folded names, whole or short, in seven languages. */
function monthsByName(): Map<string, string> {
  const found = new Map([['sept', '9']])
  for (const language of LANGUAGES)
    for (const month of ['long', 'short'] as const)
      for (let n = 1; n <= 12; n += 1) {
        // With a day: Romance languages write the month differently alone.
        const name = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
          .formatToParts(Date.UTC(2026, n - 1, 1))
          .find(({ type }) => type === 'month')?.value
        if (name) found.set(foldText(name), String(n))
      }
  return found
}

/** Which part of `03/04/2026` is the day, as far as it shows; undefined for other texts. */
export function slashedOrder(text: string): 'dmy' | 'mdy' | 'open' | undefined {
  const parts = SLASHED.exec(text)
  if (!parts) return undefined
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  if (first > 12 === second > 12) return 'open'
  return first > 12 ? 'dmy' : 'mdy'
}

/** `24` is 2024, `87` is 1987. */
const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`

const iso = (year = '', month = '', day = '') =>
  Day.safeParse(`${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).data

function readNamed(text: string): string | undefined {
  months ??= monthsByName()
  const folded = foldText(text)
  const [, day, name = '', year] = DAY_MONTH.exec(folded) ?? []
  if (months.has(name)) return iso(year, months.get(name), day)
  const [, month = '', second, last] = MONTH_DAY.exec(folded) ?? []
  return months.has(month) ? iso(last, months.get(month), second) : undefined
}

/**
 * A day as YYYY-MM-DD from `2026-04-03`, `3.4.2026`, `3 Apr 2026`, `2 de enero de 2026`, or `03/04/2026` in a known
 * order; a time behind it is dropped. Undefined for other texts.
 */
export function readDay(text: string, order: 'dmy' | 'mdy' | null): string | undefined {
  const [, y, m, d] = YEAR_FIRST.exec(text) ?? []
  if (y) return iso(y, m, d)
  const dotted = DOTTED.exec(text)
  if (dotted) return iso(dotted[3], dotted[2], dotted[1])
  const slashed = SLASHED.exec(text)
  if (!slashed) return text.length <= 60 ? readNamed(text) : undefined
  const own = slashedOrder(text)
  const known = own === 'open' ? order : own
  const [, first, , second, year] = slashed
  // 4/4 is the same in both.
  if (known === 'dmy' || first === second) return iso(year, second, first)
  return known === 'mdy' ? iso(year, first, second) : undefined
}
