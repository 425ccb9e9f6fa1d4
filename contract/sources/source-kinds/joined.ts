import { defineSource } from './define.ts'

/** All sources of a list type available to an account, one after another. */
export const joinedSource = defineSource({
  id: 'all',
  label: 'All your sources, in order',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
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
    text: 'The terms of each source used. Each value shows its own.',
    url: null,
  },
})
