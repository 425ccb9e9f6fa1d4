import { EMAIL_STATES } from '#contract/leads/email-states.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'

/** Filters of verified addresses: those of a run in original order, or by origin, newest first. */
export const verificationsSearch = pageSearch({
  run: count(null),
  from: oneOf(['user', 'search', 'all'], 'user'),
  state: oneOf(EMAIL_STATES, null),
  search: freeText(200),
  ...paging,
})
export type VerificationsQuery = ReturnType<typeof verificationsSearch.read>

export const NO_QUERY: VerificationsQuery = verificationsSearch.read({})
