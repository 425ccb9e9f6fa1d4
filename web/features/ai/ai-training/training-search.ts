import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'

/** The tabs of AI training, in order. */
export const TRAINING_TABS = [
  { id: 'website', label: 'Website' },
  { id: 'link', label: 'Single link' },
  { id: 'texts', label: 'Texts' },
  { id: 'qa', label: 'Q&A' },
  { id: 'files', label: 'Files' },
  { id: 'search', label: 'Search' },
] as const
export type TrainingTab = (typeof TRAINING_TABS)[number]['id']

/** Maximum length of a search. */
export const MAX_SEARCH = 200

/** Parameters of the page: tab, search, current crawl, and open item. */
export const trainingSearch = pageSearch(
  {
    tab: oneOf(
      TRAINING_TABS.map(({ id }) => id),
      'website',
    ),
    search: freeText(MAX_SEARCH),
    ...paging,
    job: count(null),
    open: count(null),
    list: count(null),
    lead: count(null),
  },
  { stays: ['job', 'open'] },
)
export type TrainingQuery = ReturnType<typeof trainingSearch.read>

/** What a tab needs from the address. */
export interface TabProps {
  query: TrainingQuery
  change: (part: Partial<TrainingQuery>) => void
}

/** The parameters sent with list requests. */
export const makeQuery = ({ page, limit, search }: TrainingQuery) => ({
  page,
  limit,
  ...(search.trim() ? { search: search.trim() } : {}),
})
