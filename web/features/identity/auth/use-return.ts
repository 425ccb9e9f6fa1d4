import type { PageSearch } from '../../../lib/search-change.ts'
import { usePageSearch } from '../../../lib/use-page-search.ts'

/** Where to go after signing in. One text needs no schema, which would only make the sign-in page heavier. */
const returnSearch: PageSearch<{ to?: string }> = {
  read: ({ to }) => (typeof to === 'string' ? { to } : {}),
  write: ({ to }) => (to ? { to } : {}),
  stays: [],
}

/** The address to return to after signing in, to be handed on by every link between these pages. */
export const useReturn = (): { to?: string } => usePageSearch(returnSearch)[0]
