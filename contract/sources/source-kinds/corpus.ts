import { defineSource } from './define.ts'

/** The installation's own open data. */
export const corpusSource = defineSource({
  id: 'corpus',
  label: 'Business data',
  answers: {
    local: ['category', 'keywords', 'region', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
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
    text: 'Open data imported by an administrator. Each value shows its source and license.',
    url: null,
  },
})
