import { INFLUENCER_FILTER_NAMES } from '../../leads/influencer-filters.ts'
import { defineSource } from './define.ts'

/** Invented leads for trying things out. */
export const sampleSource = defineSource({
  id: 'sample',
  label: 'Sample data (free)',
  answers: {
    local: ['category', 'keywords', 'region', 'near', 'radius_km', 'has', 'include_closed'],
    people: ['position', 'company', 'keywords'],
    single: ['domains', 'max_emails', 'max_pages', 'only_published'],
    influencer: ['keywords', ...INFLUENCER_FILTER_NAMES],
  },
  enriches: ['details'],
  price: 'free',
  isSample: true,
  terms: { text: 'Fictional data. Any match with real people or companies is a coincidence.', url: null },
})
