import { defineSource } from './define.ts'

/** The deployment's own open data. */
export const corpusSource = defineSource({
  id: 'corpus',
  label: 'Open corpus',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'has_not', 'include_closed'],
    people: ['position', 'seniority', 'company', 'place', 'keywords', 'has'],
  },
  // An installation without people offers the sample first.
  givesWay: ['people'],
  terms: {
    text: 'Open data that an administrator has imported; each value names its source and licence.',
    url: null,
  },
})
