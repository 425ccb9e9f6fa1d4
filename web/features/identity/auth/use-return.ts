import type { PageSearch } from '../../../lib/search-change.ts'
import { usePageSearch } from '../../../lib/use-page-search.ts'

/** Where to go after sign-in. One text needs no schema, which would only make the sign-in page heavier. */
const returnSearch: PageSearch<{ to?: string }> = {
  read: ({ to }) => (typeof to === 'string' ? { to } : {}),
  write: ({ to }) => (to ? { to } : {}),
  stays: [],
}

/** The return address, passed on by every link between these pages. */
export const useReturn = (): { to?: string } => usePageSearch(returnSearch)[0]
