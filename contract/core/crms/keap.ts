import { defineCrm } from './define.ts'

export const keap = defineCrm({
  id: 'keap',
  label: 'Keap',
  about: 'Creates and updates contacts in your app, with custom fields and tags.',
  help: 'In Keap: Settings, API. A personal access token or a service account key.',
  credential: 'token',
  connectLabel: 'Use a token for Keap',
  can: { updates: true, tags: true, customFields: true, owners: true, companies: false, wins: false },
})
