import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { createSampleSource } from './sample-source.ts'

testLeadSource('the sample source', () => ({
  source: createSampleSource({ now: () => new Date(), findCategory: () => null, findPlace: () => null }),
  queries: [
    { type: 'local', search: { source: 'sample', category: 'craft/brewery' } },
    { type: 'people', search: { source: 'sample', position: 'Head of sales' } },
    { type: 'single', search: { source: 'sample', domains: [] } },
    { type: 'influencer', search: { source: 'sample', followers_min: 2000 } },
  ],
}))
