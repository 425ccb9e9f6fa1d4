export {
  type CheckAddress,
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SourceContext,
  type SourceCount,
  type SourceLead,
  type SourceOrigin,
  type WebsiteProgress,
} from './lead-source.ts'
export { outsideTransactions } from './outside-transactions.ts'
export { createSampleSource } from './sample/sample-source.ts'
export { companyAddress } from './website/company-address.ts'
export { normaliseDomain } from './website/normalise-domain.ts'
export { personAddress } from './website/person-address.ts'
export { readInTurn } from './website/read-in-turn.ts'
export { createWebsiteReader, type WebsiteReader } from './website/website-reader.ts'
export type { CheckedWebsite, WebsiteReport } from './website/website-report.ts'
export { createWebsiteSource, originOfSighting } from './website/website-source.ts'
