import { defineCrm } from './define.ts'

export const salesforce = defineCrm({
  id: 'salesforce',
  label: 'Salesforce',
  about: 'Creates and updates contacts with their accounts, and reads back which opportunities you won.',
  help: 'Salesforce is connected by its consent page.',
  unconfirmed: true,
  credential: 'none',
  connectLabel: 'Connect Salesforce',
  // New fields would need rights for every profile, so an administrator creates them there.
  can: { updates: true, tags: false, customFields: false, owners: true, companies: true, wins: true },
})
