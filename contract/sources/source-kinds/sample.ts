import { GROWTH_NAMES, RANGE_NAMES } from '../../leads/influencer-filters.ts'
import { defineSource } from './define.ts'

/** Invented leads, for trying everything. */
export const sampleSource = defineSource({
  id: 'sample',
  label: 'Sample data (free)',
  answers: {
    local: ['category', 'keywords', 'near', 'radius_km', 'has', 'include_closed'],
    people: ['position', 'company', 'keywords'],
    single: ['domains', 'max_emails', 'max_pages', 'only_published'],
    influencer: [
      'keywords',
      'platform',
      ...RANGE_NAMES.flatMap((name) => [`${name}_min`, `${name}_max`]),
      'lastposted',
      'engagementRate',
      ...GROWTH_NAMES,
      'audience',
    ],
  },
  enriches: ['details'],
  price: 'free',
  isSample: true,
  terms: { text: 'Fictional data. Any match with real people or companies is a coincidence.', url: null },
})
