import { defineCrm } from './define.ts'

export const close = defineCrm({
  id: 'close',
  label: 'Close',
  about: 'Creates and updates contacts below the lead of their company, and reads back what you won.',
  help: 'In Close: Settings, Developer, API keys. The key has the rights of its user.',
  unconfirmed: true,
  credential: 'token',
  connectLabel: 'Use an API key for Close',
  // The company is the record to which contacts belong, and users own that, not contacts.
  can: { updates: true, tags: false, customFields: true, owners: false, companies: true, wins: true },
})
