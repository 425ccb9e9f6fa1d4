import { defineSender } from './define.ts'

export const instantly = defineSender({
  id: 'instantly',
  label: 'Instantly',
  kind: 'sender',
  about:
    'Takes leads into a campaign, with your AI texts as variables, and tells who replied, bounced or unsubscribed.',
  help: 'In Instantly: Settings, Integrations, API keys. A key of API v2 with leads (all), campaigns (read) and workspaces (read).',
  unconfirmed: true,
  credential: 'token',
  connectLabel: 'Use an API key for Instantly',
  can: { updates: true, tags: false, customFields: false, owners: false, companies: false, wins: false },
  variables: 'snake',
  csv: {
    email: 'email',
    firstName: 'first_name',
    lastName: 'last_name',
    companyName: 'company_name',
    position: 'job_title',
    phone: 'phone',
    website: 'website',
  },
})
