import { defineCrm } from './define.ts'

export const pipedrive = defineCrm({
  id: 'pipedrive',
  label: 'Pipedrive',
  about: 'Creates and updates people with their organizations, and reads back which deals you won.',
  help: 'In Pipedrive: Personal preferences, API. The token has the rights of its user; creating fields needs an administrator.',
  credential: 'token',
  connectLabel: 'Use a token for Pipedrive',
  // Labels of people can be chosen but not created.
  can: { updates: true, tags: 'existing', customFields: true, owners: true, companies: true, wins: true },
})
