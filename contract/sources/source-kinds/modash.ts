import { INFLUENCER_FILTER_NAMES } from '../../leads/influencer-filters.ts'
import { defineSource } from './define.ts'

/** Modash: creators of Instagram, TikTok and YouTube with their audiences. */
export const modashSource = defineSource({
  id: 'modash',
  label: 'Modash',
  answers: {
    influencer: ['keywords', ...INFLUENCER_FILTER_NAMES],
  },
  enriches: ['details'],
  findsAlike: true,
  credential: [
    {
      name: 'key',
      label: 'API token',
      kind: 'secret',
      help: 'In Modash, in the developer section of your account',
    },
  ],
  vendorPrice: '0.01 credits for each result, 1 credit for a report',
  perMinute: 100,
  terms: {
    text: 'Data of public profiles. Follow Modash’s terms and the laws that apply to the person.',
    url: 'https://www.modash.io/terms-of-service',
  },
})
