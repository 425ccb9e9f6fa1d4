/**
 * Reads companies' own web sites and says what they hold: addresses, phones, profiles, people, the company itself.
 * Knows nothing of leads, sources, accounts and the network.
 */
export type { CheckAddress } from './check-address.ts'
export { checkWebsite } from './check-website.ts'
export { companyAddress } from './company-address.ts'
export { normaliseDomain } from './normalise-domain.ts'
export { personAddress } from './person-address.ts'
export { readInTurn } from './read-in-turn.ts'
export { createWebsiteReader, type WebsiteProgress, type WebsiteReader } from './website-reader.ts'
export type { CheckedWebsite, Sighting, WebsiteReport } from './website-report.ts'
