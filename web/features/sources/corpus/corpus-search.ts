import { oneOf, pageSearch } from '#web/lib/page-search.ts'

/** URL parameter: which panel for adding data is open. */
export const corpusSearch = pageSearch({ add: oneOf(['fetch', 'file'], null) })
