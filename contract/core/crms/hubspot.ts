import { defineCrm } from './define.ts'

export const hubspot = defineCrm({
  id: 'hubspot',
  label: 'HubSpot',
  about: 'Creates and updates contacts with their companies, and reads back which deals you won.',
  help: 'In HubSpot: Settings, Integrations, Private apps. The token needs contacts and companies (read and write), contact properties (read and write), owners and deals (read).',
  credential: 'token',
  connectLabel: 'Use a token for HubSpot',
  can: { updates: true, tags: false, customFields: true, owners: true, companies: true, wins: true },
})
