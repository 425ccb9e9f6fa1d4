import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import { count, freeText, oneOf, pageSearch } from '#web/lib/page-search.ts'

/** What the page's address says: the kind of leads, the list that they go to, or the import that is shown. */
export const importSearch = pageSearch({
  type: oneOf(LIST_TYPE_IDS, null),
  list: freeText(40),
  run: count(null),
})
