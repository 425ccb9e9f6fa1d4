import { emailSearchWords } from '#web/lib/email-search-labels.ts'

const isShort = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '' && value.length <= 120) ||
  typeof value === 'number' ||
  typeof value === 'boolean'

const key = (name: string): string => name.replaceAll('_', ' ')

/** The telling parts of an event's detail in one line: `from: A, to: B`. Long and nested parts are left out. */
export const detailWords = ({
  email_search,
  email_search_reason,
  ...detail
}: Record<string, unknown>): string =>
  [
    ...(typeof email_search === 'string' ? [emailSearchWords(email_search, email_search_reason)] : []),
    ...shortParts(detail),
  ].join(', ')

const shortParts = (detail: Record<string, unknown>): string[] =>
  Object.entries(detail)
    .filter(([name, value]) => isShort(value) && !/(^|_)id$/.test(name))
    .map(([name, value]) => `${key(name)}: ${value}`)
