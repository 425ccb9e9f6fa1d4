import { defineCrm } from './define.ts'

export const ghl = defineCrm({
  id: 'ghl',
  label: 'GoHighLevel',
  about: 'Creates and updates contacts in a location, with custom fields and tags.',
  help: 'In GoHighLevel: Settings, Private integrations. The token needs contacts, locations, custom fields and tags.',
  credential: 'token',
  connectLabel: 'Use a token for GoHighLevel',
  hasLocation: true,
  can: { updates: true, tags: true, customFields: true, owners: true, companies: false, wins: false },
})
