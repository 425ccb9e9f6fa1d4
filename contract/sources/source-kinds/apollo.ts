import { defineSource } from './define.ts'

/** Apollo: people and companies, free to search and paid when revealed. */
export const apolloSource = defineSource({
  id: 'apollo',
  label: 'Apollo',
  answers: {
    people: [
      'position',
      'exact_title',
      'seniority',
      'company_domain',
      'company_size',
      'place',
      'company_place',
      'keywords',
      'has',
    ],
  },
  enriches: ['email', 'phone', 'profile'],
  credential: [
    {
      name: 'key',
      label: 'API key',
      kind: 'secret',
      help: 'In Apollo under Settings, Integrations, API. A master key, or one for people search, match, bulk match and webhook results',
    },
  ],
  vendorPrice: '1 credit for each person, 8 more for a mobile number',
  perMinute: 200,
  perMinuteAt: { bulk_match: 20 },
  terms: {
    text: "Apollo's data, for your own sales and marketing. Passing it on is not allowed.",
    url: 'https://www.apollo.io/terms/api',
  },
})
