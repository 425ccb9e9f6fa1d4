import { LEAD_STATUSES } from '#contract/leads/lead-statuses.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import {
  cleanText,
  normaliseEmail,
  normalisePhone,
  normaliseUrl,
  parseCoordinate,
} from '#server/modules/core/normalise/index.ts'
import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'
import { readCountryCell } from '#server/platform/text/country-names.ts'
import { cutText } from '#server/platform/text/cut-text.ts'
import { readDay, slashedOrder } from './read-date.ts'
import { parseNumber } from './read-number.ts'

/** A normalized value, or a message that says what to enter. */
export type ReadValue = { value: string | number | null } | { problem: string }

/** The lead's values needed for parsing: numbers without `+` depend on a country. */
export interface ValueContext {
  country: string | null
  /** Order of the day and the month in `03/04/2026`, where the file or a person says it. */
  dateOrder?: 'dmy' | 'mdy' | null
  /** Whether dots separate thousands. */
  dots?: boolean
  /** Whether rates without a sign are percents. */
  percent?: boolean
}

type Reader = (text: string, field: FieldDefinition, context: ValueContext) => ReadValue

const valueOr = (value: string | number | null | undefined, problem: string): ReadValue =>
  value === null || value === undefined || Number.isNaN(value) ? { problem } : { value }

const number: Reader = (text, _field, { dots }) => {
  // A customer number would lose its zeros.
  if (/^[+-]?0\d/.test(text)) return { problem: 'This code starts with 0. Use a text field for it' }
  return valueOr(parseNumber(text, { ...(dots && { dots }) }), 'Enter a number')
}

/** `0.053` and `5.3 %` are the same rate. */
const rate: Reader = (text, field, context) => {
  const percent = /^(.*\d)\s*%$/.exec(text)?.[1] ?? (context.percent ? text : undefined)
  const read = number(percent ?? text, field, context)
  return percent && 'value' in read ? { value: Number((Number(read.value) / 100).toPrecision(12)) } : read
}

const MAX_TEXT = 2000

const plain: Reader = (text) =>
  text.length > MAX_TEXT
    ? { problem: `Use at most ${MAX_TEXT.toLocaleString('en')} characters` }
    : { value: text }

const NAMED_CHOICES = 10

/** A choice in the spelling of its field; without defined choices, any text. */
const choice: Reader = (text, field, context) => {
  const { choices } = field
  if (!choices) return plain(text, field, context)
  const value = choices.find((known) => known.toLowerCase() === text.toLowerCase())
  const others = choices.length - NAMED_CHOICES
  const named = choices.slice(0, NAMED_CHOICES).join(', ') + (others > 0 ? ` and ${others} more` : '')
  return valueOr(value, `“${cutText(text, 60)}” isn’t a choice. The choices are ${named}`)
}

const READERS: Record<FieldDefinition['kind'], Reader> = {
  text: plain,
  choice,
  // Labels are changed through their own endpoint.
  labels: plain,
  url: (text) => valueOr(normaliseUrl(text), 'Enter a URL such as https://example.com'),
  email: (text) => valueOr(normaliseEmail(text), 'Enter an email such as name@example.com'),
  phone: (text, _field, { country }) =>
    valueOr(
      normalisePhone(text, country)?.e164,
      country
        ? 'This isn’t a valid phone number for its country'
        : 'Enter the number with its country code, such as +49 30 123456',
    ),
  number,
  distance: number,
  rate,
  coordinate: (text, field) => {
    const read = valueOr(parseCoordinate(text), 'Enter a number')
    const limit = field.name === 'lat' ? 90 : 180
    return 'value' in read && Math.abs(Number(read.value)) > limit
      ? { problem: `Enter degrees between -${limit} and ${limit}` }
      : read
  },
  date: (text, _field, { dateOrder = null }) =>
    valueOr(
      readDay(text, dateOrder),
      slashedOrder(text) === 'open' && dateOrder === null
        ? 'Is the day or the month first? Choose the order of dates, or enter YYYY-MM-DD'
        : 'Enter a date as YYYY-MM-DD',
    ),
  category: (text) => valueOr(resolveCategory(text)?.id, 'Unknown category. Try a simpler word'),
  country: (text) => valueOr(readCountryCell(text), 'Unknown country. Enter its name or two-letter code'),
}

/** Parses a typed or imported text for a field; an empty text is no value. */
export function readValue(
  field: FieldDefinition,
  raw: string | number | null,
  context: ValueContext,
): ReadValue {
  const text = raw === null ? '' : cleanText(String(raw))
  if (field.name === 'lead_status')
    return valueOr(
      LEAD_STATUSES.find((status) => status === (text.toLowerCase() || 'new')),
      `Choose one of ${LEAD_STATUSES.join(', ')}`,
    )
  return text === '' ? { value: null } : READERS[field.kind](text, field, context)
}
