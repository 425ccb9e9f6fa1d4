import { defineSender } from './define.ts'

export const smartlead = defineSender({
  id: 'smartlead',
  label: 'Smartlead',
  kind: 'sender',
  about:
    'Takes leads into a campaign, with your AI texts as variables, and tells who replied, bounced or unsubscribed.',
  help: 'In Smartlead: Settings, API key.',
  unconfirmed: true,
  credential: 'token',
  connectLabel: 'Use an API key for Smartlead',
  can: { updates: true, tags: false, customFields: false, owners: false, companies: false, wins: false },
  variables: 'snake',
  csv: {
    email: 'email',
    firstName: 'first_name',
    lastName: 'last_name',
    companyName: 'company_name',
    phone: 'phone_number',
    website: 'website',
  },
})
