import { PAGE_SIZES } from '#contract/constants.ts'
import { EMAIL_STATES, type EmailState } from '#contract/email-states.ts'

/** Which checked addresses the page shows. Lives in the address. */
export interface VerificationsQuery {
  /** Only those of one run, in their order; null: everything, newest first. */
  run: number | null
  state: EmailState | null
  search: string
  page: number
  limit: number
}

export const NO_QUERY: VerificationsQuery = { run: null, state: null, search: '', page: 1, limit: 20 }

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null

/** Reads the router's search object; anything unusable is dropped. */
export function decodeQuery(raw: Record<string, unknown>): VerificationsQuery {
  const search = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, 200) : ''
  return {
    run: positive(raw.run),
    state: EMAIL_STATES.find((state) => state === raw.state) ?? null,
    search,
    page: Math.min(1_000_000, positive(raw.page) ?? NO_QUERY.page),
    limit: PAGE_SIZES.find((size) => size === raw.limit) ?? NO_QUERY.limit,
  }
}

/** Writes the query as the router's search object; what stands at its default is left out. */
export const encodeQuery = ({
  run,
  state,
  search,
  page,
  limit,
}: VerificationsQuery): Record<string, unknown> => ({
  ...(run === null ? {} : { run }),
  ...(state === null ? {} : { state }),
  ...(search === '' ? {} : { q: search }),
  ...(page === NO_QUERY.page ? {} : { page }),
  ...(limit === NO_QUERY.limit ? {} : { limit }),
})
