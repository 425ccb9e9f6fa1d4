import { oneOf, pageSearch } from '#web/lib/page-search.ts'

/** What the page's address says: which way of adding places is open. */
export const corpusSearch = pageSearch({ add: oneOf(['fetch', 'file'], null) })
