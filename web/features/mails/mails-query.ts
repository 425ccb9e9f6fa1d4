import { PAGE_SIZES } from '#contract/constants.ts'
import { MAIL_STATES, type MailEntry } from '#contract/mail.ts'

export type MailState = MailEntry['state']

/** Which mails the page shows, and which one is open. Lives in the URL. */
export interface MailsQuery {
  search: string
  state: MailState | null
  page: number
  limit: number
  /** Id of the mail in the drawer. */
  mail: number | null
}

export const EMPTY_MAILS_QUERY: MailsQuery = { search: '', state: null, page: 1, limit: 20, mail: null }

const MAX_SEARCH = 254

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1

/** Reads the router's search object; whatever is unusable falls back to its default. */
export function decodeMailsQuery(raw: Record<string, unknown>): MailsQuery {
  const words = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q) : ''
  return {
    search: words.slice(0, MAX_SEARCH).toWellFormed().replaceAll('\0', ''),
    state: MAIL_STATES.find((state) => state === raw.state) ?? null,
    page: isCount(raw.page) && raw.page <= 1_000_000 ? raw.page : 1,
    limit: PAGE_SIZES.find((size) => size === raw.limit) ?? EMPTY_MAILS_QUERY.limit,
    mail: isCount(raw.mail) ? raw.mail : null,
  }
}

/** Writes the query as the router's search object without its defaults. */
export function encodeMailsQuery({ search, ...rest }: MailsQuery): Record<string, unknown> {
  const own = Object.entries(rest).filter(
    ([key, value]) => value !== EMPTY_MAILS_QUERY[key as keyof MailsQuery],
  )
  return { ...(search ? { q: search } : {}), ...Object.fromEntries(own) }
}

/** The query parameters of GET /api/admin/mails. */
export function toApiQuery({ search, state, page, limit }: MailsQuery) {
  return {
    page,
    limit,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(state ? { state } : {}),
  }
}

/** True when the page shows less than every mail. */
export const isNarrowed = (query: MailsQuery): boolean => query.search.trim() !== '' || query.state !== null
