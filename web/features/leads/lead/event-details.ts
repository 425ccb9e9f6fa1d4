import { emailSearchWords } from '#web/lib/email-search-labels.ts'
import { formatCount } from '#web/lib/format.ts'
import { prettyId } from './value-words.ts'

type Detail = Record<string, unknown>

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 120

/** What is told of an event beside its name; whatever else its detail holds means nothing to people. */
const PARTS: ((detail: Detail) => string | null)[] = [
  (detail) =>
    isText(detail.email_search) ? emailSearchWords(detail.email_search, detail.email_search_reason) : null,
  ({ count }) => (typeof count === 'number' ? formatCount(count, 'lead') : null),
  ({ name }) => (isText(name) ? name : null),
  ({ from, to }) => (isText(from) && isText(to) ? `from “${from}” to “${to}”` : null),
  ({ fields }) => (Array.isArray(fields) ? fields.filter(isText).map(prettyId).join(', ') : null),
  ({ source }) => (isText(source) ? `Source: ${prettyId(source)}` : null),
]

/** The telling parts of an event's detail in words: `3 leads`, `from “A” to “B”`. */
export const detailWords = (detail: Detail): string =>
  PARTS.map((part) => part(detail))
    .filter((words) => words)
    .join(' · ')
