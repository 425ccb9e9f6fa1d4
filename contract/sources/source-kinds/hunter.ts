import { defineSource } from './define.ts'

/** Hunter: professional addresses by company, with the pages they were seen on. */
export const hunterSource = defineSource({
  id: 'hunter',
  label: 'Hunter',
  answers: {
    people: ['company', 'company_domain', 'seniority', 'department', 'has'],
    single: ['domains', 'max_emails'],
  },
  enriches: ['email'],
  verifies: true,
  credential: [
    {
      name: 'key',
      label: 'API key',
      kind: 'secret',
      help: 'In Hunter, under API in your profile',
    },
  ],
  vendorPrice:
    '1 credit for up to 10 addresses of a company, 1 for an address that is found, 1 for a check with a result',
  perMinute: 300,
  terms: {
    text: 'Addresses from public web pages. Follow Hunter’s terms and the laws that apply to the person.',
    url: 'https://hunter.io/terms-of-service',
  },
})
