import { defineSource } from './define.ts'

/** The deployment's own open data. */
export const corpusSource = defineSource({
  id: 'corpus',
  label: 'Open corpus',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
    people: [
      'position',
      'exact_title',
      'seniority',
      'department',
      'company',
      'company_domain',
      'place',
      'keywords',
      'has',
      'max_per_company',
    ],
  },
  // An installation without people offers the sample first.
  givesWay: ['people'],
  terms: {
    text: 'Open data that an administrator has imported; each value names its source and licence.',
    url: null,
  },
})
