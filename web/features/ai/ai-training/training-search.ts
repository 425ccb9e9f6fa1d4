import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'

/** The tabs of AI training, in their order. */
export const TRAINING_TABS = [
  { id: 'website', label: 'Website' },
  { id: 'link', label: 'Single link' },
  { id: 'texts', label: 'Texts' },
  { id: 'qa', label: 'Q&A' },
  { id: 'files', label: 'Files' },
  { id: 'search', label: 'Search' },
] as const
export type TrainingTab = (typeof TRAINING_TABS)[number]['id']

/** Characters of a search at most. */
export const MAX_SEARCH = 200

/** Parameters of the page: the tab, what is looked for, the crawl that is waited for, and what is open. */
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

/** What a tab needs of the address. */
export interface TabProps {
  query: TrainingQuery
  change: (part: Partial<TrainingQuery>) => void
}

/** The part of the address that a list is asked with. */
export const queryOf = ({ page, limit, search }: TrainingQuery) => ({
  page,
  limit,
  ...(search.trim() ? { search: search.trim() } : {}),
})
