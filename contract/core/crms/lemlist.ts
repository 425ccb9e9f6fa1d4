import { defineSender } from './define.ts'

export const lemlist = defineSender({
  id: 'lemlist',
  label: 'Lemlist',
  kind: 'sender',
  about:
    'Takes leads into a campaign, with your AI texts as variables, and tells who replied, bounced or unsubscribed.',
  help: 'In Lemlist: Settings, Integrations, API. Each key belongs to one team.',
  unconfirmed: true,
  credential: 'token',
  connectLabel: 'Use an API key for Lemlist',
  can: { updates: true, tags: false, customFields: false, owners: false, companies: false, wins: false },
  variables: 'camel',
  csv: {
    email: 'email',
    firstName: 'firstName',
    lastName: 'lastName',
    companyName: 'companyName',
    position: 'jobTitle',
    phone: 'phone',
    website: 'companyDomain',
  },
})
