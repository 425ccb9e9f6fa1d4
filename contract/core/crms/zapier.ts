import { defineCrm } from './define.ts'

export const zapier = defineCrm({
  id: 'zapier',
  label: 'Zapier',
  about: 'Sends each lead to a Zap, which passes it on to other apps.',
  help: 'In Zapier: a Zap that starts with “Webhooks by Zapier” and Catch Hook. Each lead is sent as one request.',
  credential: 'url',
  connectLabel: 'Connect Zapier',
  placeholder: 'https://hooks.zapier.com/hooks/catch/…',
  can: { updates: false, tags: true, customFields: false, owners: false, companies: false, wins: false },
})
