import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import { count, freeText, oneOf, pageSearch } from '#web/lib/page-search.ts'

/** URL parameters: lead type, target list, or the import on screen. */
export const importSearch = pageSearch({
  type: oneOf(LIST_TYPE_IDS, null),
  list: freeText(40),
  run: count(null),
})
