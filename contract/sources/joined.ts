import { defineSource } from './define.ts'

/** All sources of people that an account can ask, one after the other. */
export const joinedSource = defineSource({
  id: 'all',
  label: 'All your sources, one after the other',
  answers: {
    people: [
      'position',
      'exact_title',
      'seniority',
      'department',
      'company',
      'company_domain',
      'company_size',
      'industry',
      'place',
      'company_place',
      'keywords',
      'has',
      'max_per_company',
    ],
  },
  joins: true,
  onlyWhenChosen: true,
  terms: {
    text: 'The terms of each source that is asked; every value names its own.',
    url: null,
  },
})
