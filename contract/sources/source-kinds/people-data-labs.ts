import { defineSource } from './define.ts'

/** People Data Labs: people from public and contributed data. */
export const peopleDataLabsSource = defineSource({
  id: 'people-data-labs',
  label: 'People Data Labs',
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
    ],
  },
  enriches: ['email', 'phone', 'profile'],
  credential: [{ name: 'key', label: 'API key', kind: 'secret', help: 'In the dashboard, under API keys' }],
  vendorPrice: '1 credit for each record, for searches and lookups that find someone',
  perMinute: 100,
  perMinuteAt: { search: 10 },
  terms: {
    text: 'Licensed people data. Your agreement with the vendor says how you may use it.',
    url: 'https://www.peopledatalabs.com/legal/terms',
  },
})
